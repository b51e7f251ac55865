// The interface of an image format: recognise, decode and, where possible, encode. Each format is one Codec value, made
// in a file of its own and listed in core/codecs/codecs.cpp. Codecs work on bytes in memory and keep samples at their
// stored depth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/image/image.h"

namespace lightbench {

/// A chunk by which a PNG says what its samples mean as colours (colour_chunks.h).
struct ColourChunk {
    std::string name; ///< such as "gAMA"
    std::vector<std::byte> data;
    bool operator==(const ColourChunk&) const = default;
};

/// What an image file holds beside its samples. A writer keeps it if the format can.
struct ImageMetadata {
    std::vector<std::byte> iccProfile; ///< empty: none
    double horizontalDpi = 0;          ///< pixels per inch; 0: not known
    double verticalDpi = 0;
    std::vector<std::byte> exif{};          ///< the camera's EXIF block as it is in the file (exif.h); empty: none
    std::vector<std::string> unsupported{}; ///< what no writer can keep, in words, such as "XMP"
    std::vector<ColourChunk> colourChunks{};
    bool hasResolution() const { return horizontalDpi > 0 && verticalDpi > 0; }
};

struct DecodedImage {
    Image image;
    ImageMetadata metadata;
    /// What was ignored, without the file's name, such as "has 3 pages; the first is read".
    std::vector<std::string> notes;
};

/// What the header says before memory is allocated: the image's shape, and the peak memory of decoding.
struct DecodingCost {
    ImageShape shape;
    std::uint64_t bytes = 0;
};
/// Called after the header was read and before memory is allocated. Throws to refuse the file.
using CostCheck = std::function<void(const DecodingCost&)>;
/// Decodes a file in another process, with the same result as its codec. Throws the codec's errors, and Error(Input) if
/// the format's library ended the other process.
using DecodingProcess = DecodedImage (*)(std::span<const std::byte> file, const CostCheck& check);

struct EncodeOptions {
    std::optional<int> quality; ///< 1 to 100, for lossy formats; if empty, JPEG uses 95 and WebP is lossless
    int compression = 1;        ///< 0 to 9, for PNG and TIFF: 0 is none, 9 the smallest file
    ImageMetadata metadata;
};

/// Receives the bytes of a file. Earlier bytes can be read and overwritten, because TIFF knows its offsets only at the
/// end.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// Appends.
    virtual void write(std::span<const std::byte> bytes) = 0;
    virtual void writeAt(std::uint64_t place, std::span<const std::byte> bytes) = 0;
    /// Returns the number of bytes read, fewer at the end of the file.
    virtual std::size_t readAt(std::uint64_t place, std::span<std::byte> to) = 0;
    virtual std::uint64_t size() const = 0;
};

/// What a format can hold beside colour samples.
struct Keeps {
    bool alpha = false, profile = false, resolution = false, quality = false, colourChunks = false;
    std::size_t exifBytes = 0; ///< the maximum length of an EXIF block; 0: none
};

/// One image format: what is done with its files, and what they can hold. Look-ups, file dialogs, error texts, help and
/// the manual's table follow from it. decode and encode throw Error(Input) without the file's name, by the
/// functions below.
struct Codec {
    std::string_view label;                                        ///< for display
    std::vector<std::string_view> suffixes;                        ///< lower case, without dots; the usual one first
    std::string_view reads;                                        ///< for the manual, such as "1 to 16 bits"
    std::vector<std::string_view> mimeTypes{};                     ///< whose files a desktop offers to open
    bool (*recognises)(std::span<const std::byte> file) = nullptr; ///< tests the first bytes
    DecodedImage (*decode)(std::span<const std::byte> file, const CostCheck& check) = nullptr;
    /// Writes the whole file. Alpha is passed only if the format keeps it; otherwise the image is opaque. nullptr: the
    /// format is read-only.
    void (*encode)(const Image& image, const EncodeOptions& options, ByteSink& sink) = nullptr;
    std::vector<SampleType> writes{}; ///< the sample types that it holds
    Keeps keeps{};
    int longestSide = std::numeric_limits<int>::max();
    std::uint64_t longestFile = std::numeric_limits<std::uint64_t>::max(); ///< bytes
    std::string_view readOnlySuffix{}, graySuffix{}; ///< of `suffixes`: for no result, and for gray results only
    /// A damaged file can make its library end the process. Only camera RAW has such a library.
    bool needsProcess = false;
};

/// Pixels per inch, from pixels per metre as PNG and BMP store them. Whole numbers survive: 300 dpi is stored as 11811.
inline double dpiOf(double perMetre) {
    const double exact = perMetre * 0.0254, whole = std::round(exact);
    return std::abs(whole / 0.0254 - perMetre) <= 1 ? whole : exact;
}
inline std::uint32_t perMetre(double dpi) { return std::uint32_t(std::lround(std::min(dpi, 5e7) / 0.0254)); }

/// Throws Error(Input) with the reason as it follows the file's name: "is truncated".
[[noreturn]] inline void refuseFile(const std::string& why) { failPredicate(ErrorKind::Input, why); }
/// The same with a reason that is a sentence: "the array has no pixels".
[[noreturn]] inline void refuseContent(const std::string& why) { fail(ErrorKind::Input, why); }
inline constexpr const char* endIsMissing = "is truncated: the end of the image is missing";

} // namespace lightbench
