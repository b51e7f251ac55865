// What every image format offers: it recognises, decodes and, where it can, encodes files. One file a format defines a
// Codec; the table in codecs.cpp lists them all. Readers get bytes and give samples as they are stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
    int quality = 95;    ///< 1 to 100, of lossy formats
    int compression = 6; ///< 0 to 9, of PNG
    ImageMetadata metadata;
};

/// Bytes of a file in order.
using ByteSink = std::function<void(std::span<const std::byte>)>;

/// One image format. decode and encode throw Error(Input) without the file's name: what is wrong, by its real reason.
struct Codec {
    std::string_view label;                                        ///< as shown to people, such as "PNG"
    std::vector<std::string_view> suffixes;                        ///< lower case, without dots; the usual one first
    bool (*recognises)(std::span<const std::byte> file) = nullptr; ///< by its first bytes
    DecodedImage (*decode)(std::span<const std::byte> file, const CostCheck& check) = nullptr;
    /// Why the format cannot hold an image of this shape, and what can; empty if it can.
    std::string (*problem)(const ImageShape& shape, std::string_view suffix) = nullptr;
    /// Returns what could not be kept, without the file's name, such as "BMP cannot hold a colour profile". nullptr:
    /// the format is only read.
    std::vector<std::string> (*encode)(const Image& image, const EncodeOptions& options, const ByteSink& put) = nullptr;
};

} // namespace lightbench
