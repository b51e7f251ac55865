// What every image format offers: it recognises, decodes and, where it can, encodes files. One file a format defines a
// Codec; the table in codecs.cpp lists them all. Readers get bytes and give samples as they are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// What an image file holds beside its samples, and a writer keeps where its format can.
struct ImageMetadata {
    std::vector<std::byte> iccProfile; ///< empty: none
    double horizontalDpi = 0;          ///< pixels per inch; 0: not known
    double verticalDpi = 0;
    std::vector<std::byte> exif{};          ///< what the camera wrote, as it lies in the file (exif.h); empty: none
    std::vector<std::string> unsupported{}; ///< what no writer here keeps, in words, such as "XMP"
    bool hasResolution() const { return horizontalDpi > 0 && verticalDpi > 0; }
};

struct DecodedImage {
    Image image;
    ImageMetadata metadata;
    std::vector<std::string>
        notes; ///< what was left out, without the file's name, such as "has 3 pages; the first is read"
};

/// What the header says before memory is taken: the image, and the memory that decoding takes at most at once.
struct DecodingCost {
    ImageShape shape;
    std::uint64_t bytes = 0;
};
/// Called once a header was read and before memory is taken. Throws to refuse.
using CostCheck = std::function<void(const DecodingCost&)>;

struct EncodeOptions {
    std::optional<int> quality; ///< 1 to 100, of lossy formats; without one JPEG takes 95 and WebP keeps every sample
    int compression = 1;        ///< 0 to 9, of PNG and TIFF: 0 is none, 9 the smallest file
    ImageMetadata metadata;
};

/// Where a file's bytes go. What is written can be gone back to: TIFF's offsets are known at the end.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// After the last byte.
    virtual void write(std::span<const std::byte> bytes) = 0;
    virtual void writeAt(std::uint64_t place, std::span<const std::byte> bytes) = 0;
    /// How many bytes were read, fewer at the end.
    virtual std::size_t readAt(std::uint64_t place, std::span<std::byte> to) = 0;
    virtual std::uint64_t size() const = 0;
};

/// What a format can hold beside colours.
struct Keeps {
    bool alpha = false, profile = false, resolution = false, quality = false;
    std::size_t exifBytes = 0; ///< the longest EXIF block; 0: none
};

/// One image format. decode and encode throw Error(Input) without the file's name: what is wrong, by its real reason.
struct Codec {
    std::string_view label;                                        ///< as shown to people, such as "PNG"
    std::vector<std::string_view> suffixes;                        ///< lower case, without dots; the usual one first
    bool (*recognises)(std::span<const std::byte> file) = nullptr; ///< by its first bytes
    DecodedImage (*decode)(std::span<const std::byte> file, const CostCheck& check) = nullptr;
    /// Why the format cannot hold an image of this shape, and what can; empty if it can.
    std::string (*problem)(const ImageShape& shape, std::string_view suffix) = nullptr;
    /// Writes the whole file. Alpha comes only where the format keeps it, else the image is opaque. nullptr: the format
    /// is only read.
    void (*encode)(const Image& image, const EncodeOptions& options, ByteSink& sink) = nullptr;
    Keeps keeps;
};

} // namespace lightbench
