// Moves pixels in small blocks, so that reads and writes both stay within cached lines.
#include "core/codecs/orientation.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace lightbench {

namespace {
/// Maps a pixel of the turned image to the pixel it comes from.
struct Source {
    bool swapped, mirroredX, mirroredY;
    std::size_t width, height; ///< of the image before it is turned
    std::size_t at(std::size_t x, std::size_t y) const {
        if (swapped) std::swap(x, y);
        return (mirroredY ? height - 1 - y : y) * width + (mirroredX ? width - 1 - x : x);
    }
};

template <std::size_t Bytes> void moveBlocks(const Image& from, Image& to, const Source& source) {
    constexpr int side = 32;
    const std::byte* in = from.bytes().data();
    std::byte* out = to.bytes().data();
    for (int top = 0; top < to.height(); top += side)
        for (int left = 0; left < to.width(); left += side)
            for (int y = top; y < std::min(top + side, to.height()); ++y)
                for (int x = left; x < std::min(left + side, to.width()); ++x)
                    std::memcpy(out + (std::size_t(y) * std::size_t(to.width()) + std::size_t(x)) * Bytes,
                                in + source.at(std::size_t(x), std::size_t(y)) * Bytes, Bytes);
}

Image turned(const Image& image, int orientation) {
    // 2 mirrors horizontally, 3 turns by 180 degrees, 4 mirrors vertically; 5 to 8 also swap the sides.
    static constexpr std::array<std::pair<bool, bool>, 9> mirrors{{{},
                                                                   {false, false},
                                                                   {true, false},
                                                                   {true, true},
                                                                   {false, true},
                                                                   {false, false},
                                                                   {false, true},
                                                                   {true, true},
                                                                   {true, false}}};
    const auto [mirroredX, mirroredY] = mirrors[std::size_t(orientation)];
    const Source source{swapsSides(orientation), mirroredX, mirroredY, std::size_t(image.width()),
                        std::size_t(image.height())};
    ImageShape shape = image.shape();
    if (source.swapped) std::swap(shape.size.width, shape.size.height);
    Image result = Image::shareable(shape);
    switch (shape.format.bytesPerPixel()) {
    case 1: moveBlocks<1>(image, result, source); break;
    case 2: moveBlocks<2>(image, result, source); break;
    case 4: moveBlocks<4>(image, result, source); break;
    case 8: moveBlocks<8>(image, result, source); break;
    default: moveBlocks<16>(image, result, source); break;
    }
    return result;
}
} // namespace

void turn(DecodedImage& decoded, int orientation) {
    if (orientation < 1 || orientation > 8)
        decoded.notes.push_back("has an unknown orientation (" + std::to_string(orientation) +
                                "); it is shown as it is stored");
    if (orientation <= 1 || orientation > 8) return;
    decoded.image = turned(decoded.image, orientation);
    if (swapsSides(orientation)) std::swap(decoded.metadata.horizontalDpi, decoded.metadata.verticalDpi);
}

} // namespace lightbench
