// Reads and writes 8-bit JPEG files, gray and colour, with libjpeg-turbo. Format: ITU T.81 and T.871 (JFIF).
//
// The library's errors leave by longjmp, so no object with a destructor lives between setjmp and the call.
#include "core/codecs/codec.h"

#include <csetjmp>
#include <cstdio> // jpeglib.h needs it

#include <jpeglib.h>

#include <jerror.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <set>

#include "core/codecs/exif.h"
#include "core/codecs/file_bytes.h"
#include "core/codecs/file_samples.h"
#include "core/codecs/orientation.h"

namespace lightbench {

namespace {
constexpr int longestSide = JPEG_MAX_DIMENSION;
constexpr int usualQuality = 95;
constexpr std::size_t longestMarker = 65533;
constexpr std::string_view exifName{"Exif\0\0", 6};

/// The position of the next marker's code in entropy-coded data, or nothing: FF 00 is a stuffed byte, D0..D7 are
/// restarts.
std::optional<std::size_t> nextMarker(FileBytes file, std::size_t at) {
    while (at + 1 < file.size()) {
        const void* found = std::memchr(file.data() + at, 0xff, file.size() - 1 - at);
        if (!found) return std::nullopt;
        at = std::size_t(static_cast<const std::byte*>(found) - file.data()) + 1;
        const auto code = std::to_integer<unsigned>(file[at]);
        if (code != 0x00 && code != 0xff && (code < 0xd0 || code > 0xd7)) return at;
    }
    return std::nullopt;
}

/// Decoders only warn where the end is missing and leave the rest gray, so the markers are walked through (T.81 B.1).
bool isCutJpeg(FileBytes file) {
    for (auto at = nextMarker(file, 2); at; at = nextMarker(file, *at)) {
        if (std::to_integer<unsigned>(file[*at]) == 0xd9) return false;
        if (*at + 3 > file.size()) return true;
        *at += 1u + big16(file, *at + 1);
    }
    return true;
}

/// Checks the frame header (T.81 B.2.2) first, where libjpeg's own message would be unclear.
void checkFrame(FileBytes file) {
    for (auto at = nextMarker(file, 2); at && *at + 8 < file.size(); at = nextMarker(file, *at)) {
        const auto code = std::to_integer<unsigned>(file[*at]);
        const bool isFrame = code >= 0xc0 && code <= 0xcf && code != 0xc4 && code != 0xc8 && code != 0xcc;
        if (code == 0xda || code == 0xd9) return;
        if (isFrame) {
            const auto bits = std::to_integer<unsigned>(file[*at + 3]);
            const int height = big16(file, *at + 4), width = big16(file, *at + 6);
            if (code == 0xc3 || code == 0xc7 || code == 0xcb || code == 0xcf)
                refuseFile("is a lossless JPEG, which is not read; convert it to PNG");
            if (code >= 0xc5 && code != 0xc9 && code != 0xca)
                refuseFile("is a JPEG in several resolutions (hierarchical), which is not read; convert it to PNG");
            if (bits != 8)
                refuseFile("has " + std::to_string(bits) +
                           " bits per sample, and JPEG is read with 8; convert it to PNG or TIFF");
            if (height == 0)
                refuseFile("says its height after its samples (DNL), which is not read; convert it to PNG");
            if (std::max(width, height) > longestSide)
                refuseFile("is too large: it has " + std::to_string(width) + " x " + std::to_string(height) +
                           " pixels, and JPEG holds at most " + std::to_string(longestSide) + " pixels per side here");
            return;
        }
        *at += 1u + big16(file, *at + 1);
    }
}

struct JpegErrors {
    jpeg_error_mgr manager; ///< must be first
    std::jmp_buf landing;
    std::array<char, JMSG_LENGTH_MAX> text;
    bool damaged;

    static JpegErrors& of(j_common_ptr codec) { return *reinterpret_cast<JpegErrors*>(codec->err); }
    static void leave(j_common_ptr codec) {
        codec->err->format_message(codec, of(codec).text.data());
        std::longjmp(of(codec).landing, 1);
    }
    /// Level -1 is a warning about damaged data.
    static void hear(j_common_ptr codec, int level) {
        if (level >= 0) return;
        ++codec->err->num_warnings;
        const int code = codec->err->msg_code;
        const bool isHarmless = code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM ||
                                code == JWRN_TOO_MUCH_DATA;
        if (isHarmless || of(codec).damaged) return;
        of(codec).damaged = true;
        codec->err->format_message(codec, of(codec).text.data());
    }
    jpeg_error_mgr* start() {
        jpeg_error_mgr* all = jpeg_std_error(&manager);
        all->error_exit = leave;
        all->emit_message = hear;
        damaged = false;
        text[0] = '\0';
        return all;
    }
};

/// False if libjpeg reported an error.
template <class Action> bool reaches(JpegErrors& errors, const Action& action) {
    if (setjmp(errors.landing) != 0) return false;
    action();
    return true;
}

class JpegReader {
public:
    explicit JpegReader(FileBytes file) {
        codec_.err = errors_.start();
        must(reaches(errors_, [&] {
            jpeg_create_decompress(&codec_);
            jpeg_mem_src(&codec_, reinterpret_cast<const unsigned char*>(file.data()),
                         static_cast<unsigned long>(file.size()));
            jpeg_save_markers(&codec_, JPEG_APP0 + 1, 0xffff);
            jpeg_save_markers(&codec_, JPEG_APP0 + 2, 0xffff);
            jpeg_save_markers(&codec_, JPEG_APP0 + 13, 0xffff);
            jpeg_save_markers(&codec_, JPEG_COM, 0xffff);
            jpeg_read_header(&codec_, TRUE);
        }));
        const bool isGray = codec_.jpeg_color_space == JCS_GRAYSCALE;
        if (codec_.jpeg_color_space == JCS_CMYK || codec_.jpeg_color_space == JCS_YCCK)
            failOf("is a JPEG in CMYK, the inks of a printer, whose colours depend on its profile; convert it to RGB "
                   "first");
        if (!isGray && codec_.num_components != 3)
            failOf("is a JPEG of " + std::to_string(codec_.num_components) + " channels; those of 1 and 3 are read");
        codec_.out_color_space = isGray ? JCS_GRAYSCALE : JCS_EXT_RGBA;
        exif_ = readExif(exifBlock());
    }
    ~JpegReader() { jpeg_destroy_decompress(&codec_); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    const Exif& exif() const { return exif_; }

    DecodingCost cost() const {
        const int samples = codec_.num_components;
        const ImageShape shape =
            shapeOfSamples({int(codec_.image_width), int(codec_.image_height)}, SampleType::U8, samples);
        const std::uint64_t coefficients = codec_.progressive_mode ? shape.size.area() * std::uint64_t(samples) * 2 : 0;
        return {shape, shape.bytes() * (exif_.orientation > 1 ? 2 : 1) + coefficients};
    }

    Image read() {
        Image image = Image::shareable(cost().shape);
        must(reaches(errors_, [&] {
            jpeg_start_decompress(&codec_);
            while (codec_.output_scanline < codec_.output_height) {
                JSAMPROW row = image.row<std::uint8_t>(int(codec_.output_scanline));
                jpeg_read_scanlines(&codec_, &row, 1);
            }
            jpeg_finish_decompress(&codec_);
        }));
        return image;
    }

    ImageMetadata metadata() {
        ImageMetadata all;
        JOCTET* profile = nullptr;
        unsigned int bytes = 0;
        bool has = false;
        reaches(errors_, [&] { has = jpeg_read_icc_profile(&codec_, &profile, &bytes) != 0; });
        const std::unique_ptr<JOCTET, decltype(&std::free)> owned(profile, std::free);
        if (has)
            all.iccProfile.assign(reinterpret_cast<std::byte*>(profile), reinterpret_cast<std::byte*>(profile) + bytes);
        // Density per inch or per centimetre. Unit 0 is only an aspect ratio.
        const double unit = codec_.saw_JFIF_marker ? (codec_.density_unit == 1   ? 1
                                                      : codec_.density_unit == 2 ? 2.54
                                                                                 : 0)
                                                   : 0;
        all.horizontalDpi = codec_.X_density * unit;
        all.verticalDpi = codec_.Y_density * unit;
        addExif(all, exifBlock());
        all.unsupported = unsupported();
        return all;
    }

    std::vector<std::string> notes() const {
        if (!errors_.damaged) return {};
        return {"is damaged in part, and what cannot be read is filled: " + std::string(errors_.text.data())};
    }

private:
    [[noreturn]] void failOf(const std::string& why) {
        jpeg_destroy_decompress(&codec_);
        refuseFile(why);
    }

    void must(bool reached) {
        if (reached) return;
        const int code = codec_.err->msg_code;
        if (code == JERR_OUT_OF_MEMORY) {
            jpeg_destroy_decompress(&codec_);
            throw std::bad_alloc();
        }
        const bool isUnknown = code == JERR_SOF_UNSUPPORTED || code == JERR_ARITH_NOTIMPL || code == JERR_NOTIMPL ||
                               code == JERR_CONVERSION_NOTIMPL || code == JERR_NOT_COMPILED ||
                               code == JERR_CCIR601_NOTIMPL || code == JERR_FRACT_SAMPLE_NOTIMPL ||
                               code == JERR_COMPONENT_COUNT;
        const std::string text = errors_.text.data();
        failOf(isUnknown ? "is a kind of JPEG that is not read (" + text + "); convert it to PNG"
                         : "is damaged: " + text);
    }

    FileBytes exifBlock() const {
        for (jpeg_saved_marker_ptr marker = codec_.marker_list; marker; marker = marker->next) {
            const FileBytes bytes = std::as_bytes(std::span(marker->data, marker->data_length));
            if (marker->marker == JPEG_APP0 + 1 && startsWith(bytes, exifName)) return bytes;
        }
        return {};
    }

    JpegErrors errors_{};
    jpeg_decompress_struct codec_{};
    /// Metadata in application markers that is not read; a note names it.
    std::vector<std::string> unsupported() const {
        std::set<std::string> kinds;
        for (jpeg_saved_marker_ptr marker = codec_.marker_list; marker; marker = marker->next) {
            const FileBytes bytes = std::as_bytes(std::span(marker->data, marker->data_length));
            if (marker->marker == JPEG_APP0 + 1 && startsWith(bytes, "http://ns.adobe.com/")) kinds.insert("XMP data");
            if (marker->marker == JPEG_APP0 + 13 && startsWith(bytes, "Photoshop 3.0")) kinds.insert("IPTC data");
            if (marker->marker == JPEG_COM && !bytes.empty()) kinds.insert("a comment");
        }
        return {kinds.begin(), kinds.end()};
    }

    Exif exif_;
};

DecodedImage decodeJpeg(FileBytes file, const CostCheck& check) {
    if (isCutJpeg(file)) refuseFile(endIsMissing);
    checkFrame(file);
    JpegReader reader(file);
    check(reader.cost());
    DecodedImage decoded{{}, reader.metadata(), {}}; // first, because libjpeg forgets it while reading
    decoded.image = reader.read();
    decoded.notes = reader.notes();
    turn(decoded, reader.exif().orientation);
    return decoded;
}

/// JFIF stores whole numbers per inch or per centimetre; centimetres are used if only they are whole.
void setDensity(jpeg_compress_struct& codec, const ImageMetadata& metadata) {
    if (!metadata.hasResolution()) return;
    const auto isWhole = [](double value) { return std::abs(value - std::round(value)) < 1e-3 && value >= 1; };
    const bool isMetric = !(isWhole(metadata.horizontalDpi) && isWhole(metadata.verticalDpi)) &&
                          isWhole(metadata.horizontalDpi / 2.54) && isWhole(metadata.verticalDpi / 2.54);
    const auto density = [&](double dpi) {
        return UINT16(std::clamp(std::lround(isMetric ? dpi / 2.54 : dpi), 1l, 65535l));
    };
    codec.density_unit = isMetric ? 2 : 1;
    codec.X_density = density(metadata.horizontalDpi);
    codec.Y_density = density(metadata.verticalDpi);
}

/// The EXIF block as its marker stores it; empty if there is none.
std::vector<std::byte> exifMarker(const ImageMetadata& metadata, Size size) {
    if (metadata.exif.empty()) return {};
    std::vector<std::byte> marker(exifName.size());
    std::memcpy(marker.data(), exifName.data(), exifName.size());
    const std::vector<std::byte> block = exifFor(metadata, size);
    marker.insert(marker.end(), block.begin(), block.end());
    return marker;
}

void compressTo(jpeg_compress_struct& codec, const Image& image, const EncodeOptions& options,
                std::span<const std::byte> exif, unsigned char*& bytes, unsigned long& size) {
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, &bytes, &size);
    codec.image_width = JDIMENSION(image.width());
    codec.image_height = JDIMENSION(image.height());
    codec.input_components = image.channels();
    codec.in_color_space = image.channels() == 1 ? JCS_GRAYSCALE : JCS_EXT_RGBX;
    jpeg_set_defaults(&codec);
    setDensity(codec, options.metadata);
    jpeg_set_quality(&codec, options.quality.value_or(usualQuality), TRUE);
    jpeg_start_compress(&codec, TRUE);
    const auto& profile = options.metadata.iccProfile;
    if (!profile.empty())
        jpeg_write_icc_profile(&codec, reinterpret_cast<const JOCTET*>(profile.data()), unsigned(profile.size()));
    if (!exif.empty())
        jpeg_write_marker(&codec, JPEG_APP0 + 1, reinterpret_cast<const JOCTET*>(exif.data()), unsigned(exif.size()));
    while (codec.next_scanline < codec.image_height) {
        auto* row = const_cast<JSAMPROW>(image.row<std::uint8_t>(int(codec.next_scanline)));
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
}

void encodeJpeg(const Image& image, const EncodeOptions& options, ByteSink& sink) {
    JpegErrors errors{};
    jpeg_compress_struct codec{};
    codec.err = errors.start();
    // A generous first buffer: growing it inside libjpeg would take as long as encoding.
    unsigned long size = image.shape().size.area() * (image.channels() == 1 ? 1 : 2) + 65536;
    const std::unique_ptr<unsigned char, decltype(&std::free)> first(static_cast<unsigned char*>(std::malloc(size)),
                                                                     std::free);
    unsigned char* bytes = first.get();
    if (!bytes) throw std::bad_alloc();
    const std::vector<std::byte> exif = exifMarker(options.metadata, image.shape().size);
    const bool reached = reaches(errors, [&] { compressTo(codec, image, options, exif, bytes, size); });
    jpeg_destroy_compress(&codec);
    const std::unique_ptr<unsigned char, decltype(&std::free)> grown(bytes == first.get() ? nullptr : bytes, std::free);
    if (!reached) refuseContent(errors.text.data());
    sink.write(std::as_bytes(std::span(bytes, size)));
}

bool isJpeg(FileBytes file) { return startsWith(file, "\xff\xd8\xff"); }
} // namespace

Codec jpegCodec() {
    return {
        .label = "JPEG",
        .suffixes = {"jpg", "jpeg"},
        .reads = "8 bits, gray or RGB",
        .mimeTypes = {"image/jpeg"},
        .recognises = isJpeg,
        .decode = decodeJpeg,
        .encode = encodeJpeg,
        .writes = {SampleType::U8},
        .keeps = {.profile = true, .resolution = true, .quality = true, .exifBytes = longestMarker - exifName.size()},
        .longestSide = longestSide};
}

} // namespace lightbench
