// What the names in a kernel tell: the image, the result, or a size. Names are compared without underscores and
// capitals.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lightbench {

struct PixelKind;

enum class NameMeaning {
    Source,      ///< src, in, input and their like
    Destination, ///< dst, out, output and their like
    Width,
    Height,
    Pitch,
    PlaneStride, ///< the kernel reads planes
    Channels,
    Count,    ///< of all elements
    SizePair, ///< an int2 with width and height
    Row,      ///< the variable that holds a row's index
    Column
};

/// Sizes may have the image's name in front: img_width is a width.
bool isNamed(std::string_view name, NameMeaning meaning);
/// True for names of the width or the height.
bool isSideName(std::string_view name);
/// True for names such as dst_width, of which a kernel that changes the image's size would have two.
bool isSideOfResult(std::string_view name);
/// Small letters without underscores.
std::string plainName(std::string_view name);

/// The expression that the name of a number stands for, such as "width" for w, or "width * channels" for a pitch.
/// Nothing for other names. `hasSize`: the kernel has arguments for width and height, so that `size` and `n` mean
/// something else.
std::optional<std::string> sizeExpression(const std::string& name, const PixelKind& pixels, bool hasSize);

} // namespace lightbench
