// The writer of TIFF files.
#include "ui/files/tiff_writer.h"

#include <QIODevice>

#include <vector>

#include "ui/files/tiff_handle.h"

namespace lightbench {

namespace {
int keptChannels(const ImageShape& shape) {
    return shape.format.channels == 4 && !shape.hasAlpha() ? 3 : shape.format.channels;
}

bool writeDirectory(TIFF* tiff, const ImageShape& shape) {
    const bool isFloat = shape.format.type == SampleType::F32;
    const std::vector<std::pair<std::uint32_t, int>> tags{
        {TIFFTAG_IMAGEWIDTH, shape.size.width},
        {TIFFTAG_IMAGELENGTH, shape.size.height},
        {TIFFTAG_BITSPERSAMPLE, int(8 * shape.format.bytesPerSample())},
        {TIFFTAG_SAMPLESPERPIXEL, keptChannels(shape)},
        {TIFFTAG_SAMPLEFORMAT, isFloat ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT},
        {TIFFTAG_PHOTOMETRIC, shape.format.channels == 4 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK},
        {TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG},
        {TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT},
        {TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE},
        {TIFFTAG_ZIPQUALITY, 1}, // five times as fast as the usual 6, a twelfth larger
        {TIFFTAG_PREDICTOR, isFloat ? PREDICTOR_NONE : PREDICTOR_HORIZONTAL},
    };
    for (const auto& [tag, value] : tags)
        if (TIFFSetField(tiff, tag, value) != 1) return false;
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    if (shape.hasAlpha() && TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha) != 1) return false;
    return TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0)) == 1;
}

/// Row by row through a line of its own, which libtiff's differences overwrite.
template <class T> bool writeRows(TIFF* tiff, const Image& image) {
    const int channels = image.channels(), kept = keptChannels(image.shape());
    std::vector<T> line(std::size_t(image.width()) * std::size_t(kept));
    for (int y = 0; y < image.height(); ++y) {
        const T* from = image.row<T>(y);
        T* to = line.data();
        for (int x = 0; x < image.width(); ++x, from += channels)
            to = std::copy_n(from, kept, to);
        if (TIFFWriteScanline(tiff, line.data(), std::uint32_t(y), 0) != 1) return false;
    }
    return true;
}
} // namespace

QString writeTiff(const Image& image, QIODevice& device) {
    TiffHandle tiff(device, image.shape().bytes());
    const bool whole =
        tiff.get() && writeDirectory(tiff.get(), image.shape()) &&
        withSampleType(image.format().type, [&](auto zero) { return writeRows<decltype(zero)>(tiff.get(), image); }) &&
        tiff.finish();
    if (whole) return {};
    return device.errorString().isEmpty() ? tiff.problem() : device.errorString();
}

} // namespace lightbench
