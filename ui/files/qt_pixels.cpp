#include "ui/files/qt_pixels.h"

namespace lightbench {

static QImage::Format qtFormat(Format format, bool opaque) {
    if (format.type == SampleType::U16) {
        if (format.channels == 1) return QImage::Format_Grayscale16;
        return opaque ? QImage::Format_RGBX64 : QImage::Format_RGBA64;
    }
    if (format.channels == 1) return QImage::Format_Grayscale8;
    return opaque ? QImage::Format_RGBX8888 : QImage::Format_RGBA8888;
}

QImage asQImage(const Image& image, bool withAlpha) {
    const auto* bytes = reinterpret_cast<const uchar*>(image.bytes().data());
    const qsizetype rowBytes = qsizetype(image.width()) * qsizetype(image.format().bytesPerPixel());
    return QImage(bytes, image.width(), image.height(), rowBytes, qtFormat(image.format(), !withAlpha));
}

} // namespace lightbench
