// Writes TIFF files with libtiff, row by row.
#include <utility>
#include <vector>

#include "core/codecs/file_samples.h"
#include "core/codecs/tiff.h"
#include "core/codecs/tiff_handle.h"

namespace lightbench {

namespace {
bool writeTags(TIFF* tiff, const ImageShape& shape, int compression) {
    const bool isFloat = shape.format.type == SampleType::F32;
    const std::vector<std::pair<std::uint32_t, int>> tags{
        {TIFFTAG_IMAGEWIDTH, shape.size.width},
        {TIFFTAG_IMAGELENGTH, shape.size.height},
        {TIFFTAG_BITSPERSAMPLE, int(8 * shape.format.bytesPerSample())},
        {TIFFTAG_SAMPLESPERPIXEL, samplesKept(shape)},
        {TIFFTAG_SAMPLEFORMAT, isFloat ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT},
        {TIFFTAG_PHOTOMETRIC, shape.format.channels == 4 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK},
        {TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG},
        {TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT},
        {TIFFTAG_COMPRESSION, compression == 0 ? COMPRESSION_NONE : COMPRESSION_ADOBE_DEFLATE},
    };
    for (const auto& [tag, value] : tags)
        if (TIFFSetField(tiff, tag, value) != 1) return false;
    if (compression > 0 &&
        (TIFFSetField(tiff, TIFFTAG_ZIPQUALITY, compression) != 1 ||
         TIFFSetField(tiff, TIFFTAG_PREDICTOR, isFloat ? PREDICTOR_NONE : PREDICTOR_HORIZONTAL) != 1))
        return false;
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    if (shape.hasAlpha() && TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha) != 1) return false;
    return TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0)) == 1;
}

bool writeMetadataTags(TIFF* tiff, const ImageMetadata& metadata) {
    if (metadata.hasResolution() && (TIFFSetField(tiff, TIFFTAG_XRESOLUTION, metadata.horizontalDpi) != 1 ||
                                     TIFFSetField(tiff, TIFFTAG_YRESOLUTION, metadata.verticalDpi) != 1 ||
                                     TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH) != 1))
        return false;
    const auto& profile = metadata.iccProfile;
    return profile.empty() ||
           TIFFSetField(tiff, TIFFTAG_ICCPROFILE, std::uint32_t(profile.size()), profile.data()) == 1;
}

/// Writes through a copy of each row, because libtiff's predictor overwrites its input.
template <class T> bool writeLines(TIFF* tiff, const Image& image) {
    const int kept = samplesKept(image.shape());
    std::vector<T> line(std::size_t(image.width()) * std::size_t(kept));
    for (int y = 0; y < image.height(); ++y) {
        gatherSamples(image.row<T>(y), image.channels(), kept, std::size_t(image.width()), line.data());
        if (TIFFWriteScanline(tiff, line.data(), std::uint32_t(y), 0) != 1) return false;
    }
    return true;
}
} // namespace

void encodeTiff(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    TiffHandle tiff(sink, image.shape().bytes());
    const bool whole =
        tiff.get() && writeTags(tiff.get(), image.shape(), options.compression) &&
        writeMetadataTags(tiff.get(), options.metadata) &&
        withSampleType(image.format().type, [&](auto zero) { return writeLines<decltype(zero)>(tiff.get(), image); });
    if (!whole) tiff.failWriting();
    tiff.finish();
}

} // namespace lightbench
