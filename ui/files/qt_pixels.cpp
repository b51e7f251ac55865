// Conversion of pixels, band by band.
#include "ui/files/qt_pixels.h"

#include <QPixelFormat>

#include <algorithm>
#include <cstring>

#include "core/base/error.h"

namespace lightbench {

namespace {
bool hasGrayPalette(const QImage& image) {
    const QList<QRgb> colours = image.colorTable();
    return std::ranges::all_of(colours, [](QRgb c) { return qIsGray(c) && qAlpha(c) == 255; });
}

QImage::Format qtFormat(Format format, bool opaque) {
    if (format.type == SampleType::F32) return QImage::Format_RGBA32FPx4;
    if (format.type == SampleType::U16) {
        if (format.channels == 1) return QImage::Format_Grayscale16;
        return opaque ? QImage::Format_RGBX64 : QImage::Format_RGBA64;
    }
    if (format.channels == 1) return QImage::Format_Grayscale8;
    return opaque ? QImage::Format_RGBX8888 : QImage::Format_RGBA8888;
}

constexpr int bandRows = 64;
} // namespace

Format formatOf(QImage::Format format) {
    switch (format) {
    case QImage::Format_Invalid: return {SampleType::U16, 4};
    case QImage::Format_Grayscale8: return {SampleType::U8, 1};
    case QImage::Format_Grayscale16: return {SampleType::U16, 1};
    default: break;
    }
    const QPixelFormat pixel = QImage::toPixelFormat(format);
    if (pixel.typeInterpretation() == QPixelFormat::FloatingPoint) return {SampleType::F32, 4};
    const bool deep = std::max({pixel.redSize(), pixel.greenSize(), pixel.blueSize()}) > 8;
    return {deep ? SampleType::U16 : SampleType::U8, 4};
}

ImageShape shapeOf(const QImage& image) {
    ImageShape shape{{image.width(), image.height()}, formatOf(image.format())};
    if (image.colorCount() > 0 && hasGrayPalette(image)) shape.format.channels = 1;
    if (shape.format.channels == 4 && !image.hasAlphaChannel()) shape.layout = Layout::NoAlpha;
    return shape;
}

Image fromQt(const QImage& image) {
    Image result = Image::shareable(shapeOf(image)); // on its way to the worker
    const QImage::Format wanted = qtFormat(result.format(), false);
    const std::size_t rowBytes = std::size_t(result.width()) * result.format().bytesPerPixel();
    for (int top = 0; top < image.height(); top += bandRows) {
        const int rows = std::min(bandRows, image.height() - top);
        QImage band(image.constScanLine(top), image.width(), rows, image.bytesPerLine(), image.format());
        if (image.colorCount() > 0) band.setColorTable(image.colorTable());
        const QImage converted = std::move(band).convertToFormat(wanted);
        if (converted.isNull()) throw Error(ErrorKind::Input, "there is not enough memory for the image");
        for (int y = 0; y < rows; ++y)
            std::memcpy(result.row<std::uint8_t>(0) + std::size_t(top + y) * rowBytes, converted.constScanLine(y),
                        rowBytes);
    }
    return result;
}

bool isOpaque(const Image& image) {
    if (image.channels() != 4) return true;
    return withSampleType(image.format().type, [&](auto zero) {
        using T = decltype(zero);
        const T* samples = image.samples<T>();
        const T full = T(image.format().fullScale());
        for (std::size_t i = 3; i < image.shape().samples(); i += 4)
            if (samples[i] != full) return false;
        return true;
    });
}

QImage asQt(const Image& image, bool withAlpha) {
    const auto* bytes = reinterpret_cast<const uchar*>(image.bytes().data());
    const qsizetype rowBytes = qsizetype(image.width()) * qsizetype(image.format().bytesPerPixel());
    return QImage(bytes, image.width(), image.height(), rowBytes, qtFormat(image.format(), !withAlpha));
}

} // namespace lightbench
