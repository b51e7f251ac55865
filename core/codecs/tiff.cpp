// Reads and writes TIFF files with libtiff: rows or tiles of raw samples. Format: TIFF 6.0 and BigTIFF.
//
// Strips or tiles, interleaved or separate planes, and every compression of libtiff are read. Unsigned samples of 1 to
// 8 bits become 8, those up to 16 bits become 16, scaled to full scale; 32-bit ones stay. Floats of 16, 32 and 64 bits
// become 32. Gray palettes become gray. Signed and complex samples, inks, other colour spaces and premultiplied alpha
// are refused by name.
//
// Strips are written with Deflate. Integers use horizontal differencing, which not all readers support for floats. A
// pixel has one sample, three, or four if the image has alpha of its own (not premultiplied).
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "core/base/text.h"
#include "core/codecs/codec.h"
#include "core/codecs/file_samples.h"
#include "core/codecs/orientation.h"
#include "core/codecs/tiff_bytes.h"
#include "core/codecs/tiff_directory.h"
#include "core/codecs/tiff_handle.h"

namespace lightbench {

namespace {
bool isTiff(FileBytes file) {
    using namespace std::string_view_literals;
    return startsWith(file, "II*\0"sv) || startsWith(file, "MM\0*"sv) || startsWith(file, "II+\0"sv) ||
           startsWith(file, "MM\0+"sv);
}

/// What a classic TIFF file's first directory says that libtiff does not (TIFF 6.0, sections 2 and 3). BigTIFF is left
/// to libtiff: it counts as complete, with no byte count and orientation 1.
struct TiffExtent {
    /// The directory, or a strip or tile of it, lies beyond the end of the file. libtiff reports that on stderr only,
    /// and not always.
    bool isTruncated = false;
    /// The total byte count of all strips and tiles, as the directory gives it; 0 if it gives none. libtiff silently
    /// corrects a count that is too small, and then reads the bytes behind the strip.
    std::uint64_t countedBytes = 0;
    /// As the file stores it. libtiff takes a number that is not 1 to 8 for 1.
    std::uint16_t orientation = 1;
};

/// Adds the values of an entry of type SHORT or LONG; false if they lie beyond the end.
bool addValues(const TiffBytes& tiff, std::size_t entry, std::vector<std::uint64_t>& list) {
    if (!list.empty()) return true; // a tag stands once; if a file repeats it, the first counts
    const std::uint64_t bytes = tiff.short16(entry + 2) == TIFF_SHORT ? 2 : 4, count = tiff.long32(entry + 4);
    const std::uint64_t at = count * bytes <= 4 ? entry + 8 : tiff.long32(entry + 8);
    if (!tiff.has(at, count * bytes)) return false;
    for (std::uint64_t i = 0; i < count; ++i)
        list.push_back(bytes == 2 ? tiff.short16(at + 2 * i) : tiff.long32(at + 4 * i));
    return true;
}

TiffExtent tiffExtent(FileBytes file) {
    constexpr TiffExtent truncated{.isTruncated = true};
    const TiffBytes tiff(file);
    if (!tiff.has(0, 8)) return truncated;
    if (!tiff.isTiff()) return {};
    const std::vector<std::size_t> entries = tiff.entries(tiff.firstDirectory());
    if (!tiff.has(tiff.firstDirectory(), 2) || entries.size() < tiff.short16(tiff.firstDirectory())) return truncated;
    TiffExtent extent;
    std::vector<std::uint64_t> offsets, bytes;
    for (const std::size_t entry : entries) {
        const std::uint32_t tag = tiff.short16(entry);
        if (tag == TIFFTAG_ORIENTATION) extent.orientation = tiff.short16(entry + 8);
        if ((tag == TIFFTAG_STRIPOFFSETS || tag == TIFFTAG_TILEOFFSETS) && !addValues(tiff, entry, offsets))
            return truncated;
        if ((tag == TIFFTAG_STRIPBYTECOUNTS || tag == TIFFTAG_TILEBYTECOUNTS) && !addValues(tiff, entry, bytes))
            return truncated;
    }
    for (std::size_t i = 0; i < std::min(offsets.size(), bytes.size()); ++i)
        if (!tiff.has(offsets[i], bytes[i])) return truncated;
    extent.countedBytes = std::accumulate(bytes.begin(), bytes.end(), std::uint64_t(0));
    return extent;
}

/// Converts a 16-bit float (IEEE 754 binary16) exactly.
float floatOfHalf(std::uint16_t half) {
    const std::uint32_t sign = std::uint32_t(half & 0x8000u) << 16, exponent = half >> 10 & 31u, rest = half & 1023u;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | rest << 13); // infinity, or not a number
    if (exponent > 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | rest << 13);
    const float magnitude = float(rest) * 0x1p-24f;
    return sign ? -magnitude : magnitude;
}

/// Reads rows or tiles and converts them to pixels. T: the image's sample type.
template <class T> class TiffReader {
public:
    TiffReader(const TiffHandle& tiff, const TiffDirectory& directory)
        : tiff_(tiff), directory_(directory), image_(Image::shareable(directory.shape())) {}

    Image read() {
        const int planes = directory_.isPlanar() ? directory_.used() : 1;
        for (int plane = 0; plane < planes; ++plane)
            directory_.tileWidth > 0 ? readTiles(plane) : readRows(plane);
        if (image_.shape().layout == Layout::NoAlpha && planes > 1) {
            T* samples = image_.samples<T>();
            for (std::size_t i = 3; i < image_.shape().samples(); i += 4)
                samples[i] = fullSample<T>();
        }
        return std::move(image_);
    }

private:
    /// Samples per pixel in one buffer from libtiff: one if the file stores planes.
    int together() const { return directory_.isPlanar() ? 1 : directory_.samples; }
    std::size_t lineBytes(std::size_t pixels) const {
        return (pixels * std::size_t(together()) * directory_.bits + 7) / 8;
    }

    [[noreturn]] void damaged() const {
        refuseFile("is damaged or truncated" + (tiff_.problem().empty() ? "" : ": " + tiff_.problem()));
    }

    void readRows(int plane) {
        const std::size_t bytes = lineBytes(std::size_t(image_.width()));
        const std::uint64_t said = TIFFScanlineSize64(tiff_.get());
        if (said != bytes) damaged();
        std::vector<std::uint64_t> row(bytes / 8 + 1); // aligned for all samples
        for (int y = 0; y < image_.height(); ++y) {
            if (TIFFReadScanline(tiff_.get(), row.data(), std::uint32_t(y), std::uint16_t(plane)) != 1) damaged();
            place(reinterpret_cast<const std::byte*>(row.data()), plane, 0, y, image_.width());
        }
    }

    void readTiles(int plane) {
        const int across = int(directory_.tileWidth), down = int(directory_.tileHeight);
        const std::size_t line = lineBytes(directory_.tileWidth);
        std::vector<std::uint64_t> tile(tileBytes() / 8 + 1);
        const auto* bytes = reinterpret_cast<const std::byte*>(tile.data());
        for (int top = 0; top < image_.height(); top += down)
            for (int left = 0; left < image_.width(); left += across) {
                if (TIFFReadTile(tiff_.get(), tile.data(), std::uint32_t(left), std::uint32_t(top), 0,
                                 std::uint16_t(plane)) < 0)
                    damaged();
                const int width = std::min(across, image_.width() - left), rows = std::min(down, image_.height() - top);
                for (int y = 0; y < rows; ++y)
                    place(bytes + std::size_t(y) * line, plane, left, top + y, width);
            }
    }

    /// Bytes of one tile. Tiles may extend beyond the image, but not to sizes that only a damaged file claims.
    std::size_t tileBytes() const {
        constexpr std::uint64_t harmless = std::uint64_t(64) << 20;
        const bool isUsual = std::max(directory_.tileWidth, directory_.tileHeight) <= (1u << 24);
        const std::uint64_t bytes = isUsual ? lineBytes(directory_.tileWidth) * directory_.tileHeight : 0;
        if (!isUsual || bytes > harmless + 4 * image_.shape().bytes() * std::uint64_t(together()) ||
            TIFFTileSize64(tiff_.get()) != bytes)
            damaged();
        return std::size_t(bytes);
    }

    /// Stores `pixels` pixels of row y, starting at column x.
    void place(const std::byte* from, int plane, int x, int y, int pixels) {
        T* to = image_.row<T>(y) + std::size_t(x) * std::size_t(image_.channels());
        const std::size_t count = std::size_t(pixels) * std::size_t(together());
        const T* samples = nullptr;
        if (isAsItIs()) {
            samples = reinterpret_cast<const T*>(from);
        } else {
            line_.resize(count);
            convert(from, count, line_.data());
            if (directory_.isPalette()) return placeColours(to, pixels);
            samples = line_.data();
        }
        const int used = directory_.used();
        if (together() == used && !directory_.isPlanar() && !directory_.isInverted())
            return spreadSamples(samples, used, std::size_t(pixels), to);
        for (int i = 0; i < pixels; ++i, samples += together(), to += image_.channels()) {
            if (image_.shape().layout == Layout::NoAlpha && !directory_.isPlanar()) to[3] = fullSample<T>();
            for (int s = plane; s < std::min(plane + together(), used); ++s)
                placeSample(to, s, samples[s - plane]);
        }
    }

    /// Gray with alpha becomes colour with alpha.
    void placeSample(T* to, int s, T sample) const {
        if (s == directory_.colours()) {
            to[3] = sample;
        } else if (directory_.colours() == 3) {
            to[s] = sample;
        } else {
            const T gray = directory_.isInverted() ? T(fullSample<T>() - sample) : sample;
            std::fill_n(to, image_.channels() == 4 ? 3 : 1, gray);
        }
    }

    bool isAsItIs() const { return !directory_.isPalette() && directory_.bits == 8 * sizeof(T); }

    /// Converts samples of other depths to the image's; of a palette image it keeps the indices.
    void convert(const std::byte* from, std::size_t count, T* to) {
        if constexpr (std::is_same_v<T, float>) {
            for (std::size_t i = 0; i < count; ++i) {
                if (directory_.bits == 16)
                    to[i] = floatOfHalf(reinterpret_cast<const std::uint16_t*>(from)[i]);
                else
                    to[i] = float(reinterpret_cast<const double*>(from)[i]);
            }
        } else if (directory_.isPalette()) {
            colours_.resize(count);
            for (std::size_t i = 0; i < count; ++i)
                colours_[i] = std::uint16_t(stored(from, i));
        } else if constexpr (sizeof(T) < 4) { // 32-bit samples need no conversion
            const std::uint32_t maximum = (1u << directory_.bits) - 1;
            for (std::size_t i = 0; i < count; ++i)
                to[i] = scaledSample<T>(stored(from, i), maximum);
        }
    }

    /// Samples of less than a byte are packed without gaps, most significant bit first; each row starts on a new byte.
    std::uint32_t stored(const std::byte* from, std::size_t i) const {
        const unsigned bits = directory_.bits;
        if (bits == 8) return std::to_integer<std::uint32_t>(from[i]);
        if (bits == 16) return reinterpret_cast<const std::uint16_t*>(from)[i];
        const std::size_t first = i * bits;
        std::uint32_t value = 0;
        for (unsigned bit = 0; bit < bits;) {
            const std::size_t at = first + bit;
            const unsigned left = unsigned(8 - at % 8), taken = std::min(left, bits - bit);
            const unsigned byte = std::to_integer<unsigned>(from[at / 8]);
            value = value << taken | (byte >> (left - taken) & ((1u << taken) - 1));
            bit += taken;
        }
        return value;
    }

    void placeColours(T* to, int pixels) const {
        if constexpr (std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::uint16_t>) {
            const TiffPalette& palette = directory_.palette;
            const int shift = sizeof(T) == 1 && !palette.isLow() ? 8 : 0;
            const int channels = image_.channels();
            for (int i = 0; i < pixels; ++i, to += channels) {
                const std::size_t number = colours_[std::size_t(i) * std::size_t(together())];
                for (int c = 0; c < (channels == 4 ? 3 : 1); ++c)
                    to[c] = T(palette.colours[std::size_t(c)][number] >> shift);
                if (channels == 4) to[3] = fullSample<T>();
            }
        }
    }

    const TiffHandle& tiff_;
    const TiffDirectory& directory_;
    Image image_;
    std::vector<T> line_;
    std::vector<std::uint16_t> colours_; ///< palette indices of one line
};

/// Lets libtiff convert YCbCr, since it handles reference points and subsampling.
Image readConverted(const TiffHandle& tiff, const TiffDirectory& directory) {
    Image image = Image::shareable(directory.shape());
    std::vector<std::uint32_t> raster(image.shape().size.area());
    const int asStored = directory.orientation;
    if (TIFFReadRGBAImageOriented(tiff.get(), directory.width, directory.height, raster.data(), asStored, 1) != 1)
        refuseFile("is damaged, or a kind of YCbCr that libtiff does not read (" + tiff.problem() + ")");
    auto* to = image.samples<std::uint8_t>();
    for (const std::uint32_t pixel : raster) {
        *to++ = std::uint8_t(TIFFGetR(pixel));
        *to++ = std::uint8_t(TIFFGetG(pixel));
        *to++ = std::uint8_t(TIFFGetB(pixel));
        *to++ = 255;
    }
    return image;
}

bool hasText(TIFF* tiff, std::uint32_t tag) {
    const char* text = nullptr;
    return TIFFGetField(tiff, tag, &text) == 1 && text && *text;
}

/// True if the tag has these values, or none.
bool isNearOrNone(TIFF* tiff, std::uint32_t tag, std::span<const float> values) {
    const float* found = nullptr;
    if (TIFFGetField(tiff, tag, &found) != 1 || !found) return true;
    constexpr float rounding = 0.001f;
    return std::equal(values.begin(), values.end(), found,
                      [](float a, float b) { return std::abs(a - b) <= rounding; });
}

/// True if tags say what the samples mean as colours, other than sRGB. An ICC profile counts more than they do.
bool hasColoursOfItsOwn(TIFF* tiff) {
    constexpr std::array white{0.3127f, 0.3290f};
    constexpr std::array primaries{0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f};
    std::uint32_t bytes = 0;
    void *first = nullptr, *second = nullptr, *third = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &bytes, &first) == 1) return false;
    return TIFFGetField(tiff, TIFFTAG_TRANSFERFUNCTION, &first, &second, &third) == 1 ||
           !isNearOrNone(tiff, TIFFTAG_WHITEPOINT, white) ||
           !isNearOrNone(tiff, TIFFTAG_PRIMARYCHROMATICITIES, primaries);
}

/// Names tags that describe the image and are not kept. Tags about the writing program are not named.
std::vector<std::string> unsupportedTags(TIFF* tiff) {
    std::vector<std::string> kinds, texts;
    std::uint32_t bytes = 0;
    void* data = nullptr;
    toff_t place = 0;
    if (hasText(tiff, TIFFTAG_MAKE) || TIFFGetField(tiff, TIFFTAG_EXIFIFD, &place) == 1)
        kinds.emplace_back("the camera's data (EXIF)");
    if (TIFFGetField(tiff, TIFFTAG_XMLPACKET, &bytes, &data) == 1) kinds.emplace_back("XMP data");
    if (TIFFGetField(tiff, TIFFTAG_RICHTIFFIPTC, &bytes, &data) == 1) kinds.emplace_back("IPTC data");
    if (hasColoursOfItsOwn(tiff))
        kinds.emplace_back("a colour space (TransferFunction, WhitePoint or PrimaryChromaticities)");
    for (const auto& [tag, name] : {std::pair{TIFFTAG_IMAGEDESCRIPTION, "ImageDescription"},
                                    {TIFFTAG_ARTIST, "Artist"},
                                    {TIFFTAG_COPYRIGHT, "Copyright"}})
        if (hasText(tiff, std::uint32_t(tag))) texts.emplace_back(name);
    if (!texts.empty()) kinds.push_back("text (" + joinWords(texts, "and") + ")");
    return kinds;
}

ImageMetadata metadataOf(TIFF* tiff) {
    ImageMetadata all;
    std::uint32_t bytes = 0;
    void* profile = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &bytes, &profile) == 1 && profile)
        all.iccProfile.assign(static_cast<std::byte*>(profile), static_cast<std::byte*>(profile) + bytes);
    float across = 0, down = 0;
    std::uint16_t unit = RESUNIT_INCH;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_RESOLUTIONUNIT, &unit);
    TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &across);
    TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &down);
    const double factor = unit == RESUNIT_CENTIMETER ? 2.54 : unit == RESUNIT_INCH ? 1 : 0;
    all.horizontalDpi = std::isfinite(across) ? double(across) * factor : 0;
    all.verticalDpi = std::isfinite(down) ? double(down) * factor : 0;
    all.unsupported = unsupportedTags(tiff);
    return all;
}

/// True if the strips of an uncompressed file claim fewer bytes than its samples need.
bool countsTooFewBytes(std::uint64_t counted, const TiffHandle& tiff, const TiffDirectory& directory) {
    if (directory.compression != COMPRESSION_NONE || directory.tileWidth > 0 || directory.isConverted()) return false;
    const std::uint64_t rows = std::uint64_t(directory.height) * (directory.isPlanar() ? directory.samples : 1);
    return counted > 0 && counted < TIFFScanlineSize64(tiff.get()) * rows;
}

DecodedImage decodeTiff(FileBytes file, const CostCheck& check) {
    const TiffExtent extent = tiffExtent(file);
    if (extent.isTruncated) refuseFile(endIsMissing);
    const TiffHandle tiff(file);
    if (!tiff.get())
        refuseFile("cannot be read: its directory is damaged, or of a kind that libtiff does not know (" +
                   tiff.problem() + ")");
    const TiffDirectory directory(tiff.get());
    const ImageShape shape = directory.shape();
    const int copies = directory.orientation > 1 || directory.isConverted() ? 2 : 1;
    // A row with all samples of a pixel: unused extra samples cost memory too.
    const std::uint64_t row = std::uint64_t(shape.size.width) * (directory.isPlanar() ? 1 : directory.samples) * 8;
    check({shape, shape.bytes() * std::uint64_t(copies) + row});
    DecodedImage decoded{{}, metadataOf(tiff.get()), directory.notes()};
    decoded.image =
        directory.isConverted() ? readConverted(tiff, directory) : withSampleType(shape.format.type, [&](auto zero) {
            return TiffReader<decltype(zero)>(tiff, directory).read();
        });
    if (directory.isMultiplied() && !isOpaque(decoded.image))
        refuseFile(
            "is a TIFF whose colours were multiplied with their alpha, which cannot be undone exactly; convert it to "
            "PNG");
    if (!TIFFLastDirectory(tiff.get())) decoded.notes.emplace_back("has more than one page; the first is read");
    if (countsTooFewBytes(extent.countedBytes, tiff, directory))
        decoded.notes.emplace_back("is shorter than its image needs; the last pixels may be wrong");
    turn(decoded, extent.orientation == 1 ? directory.orientation : extent.orientation); // of BigTIFF, libtiff reads it
    return decoded;
}

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
void encodeTiff(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    TiffHandle tiff(sink, image.shape().bytes());
    const bool whole =
        tiff.get() && writeTags(tiff.get(), image.shape(), options.compression) &&
        writeMetadataTags(tiff.get(), options.metadata) &&
        withSampleType(image.format().type, [&](auto zero) { return writeLines<decltype(zero)>(tiff.get(), image); });
    if (!whole) tiff.failWriting();
    tiff.finish();
}

} // namespace

Codec tiffCodec() {
    return {.label = "TIFF",
            .suffixes = {"tif", "tiff"},
            .reads = "1 to 16 and 32 bits, floats of 16, 32 and 64 bits",
            .mimeTypes = {"image/tiff"},
            .recognises = isTiff,
            .decode = decodeTiff,
            .encode = encodeTiff,
            .writes = {SampleType::U8, SampleType::U16, SampleType::F32},
            .keeps = {.alpha = true, .profile = true, .resolution = true}};
}

} // namespace lightbench
