// What the name of a kernel's argument tells: the image, the result, or a size. Names are compared without underscores
// and capitals.
#pragma once

#include <optional>
#include <string>

#include "core/definition/kernels_in_text.h"

namespace lightbench {

/// src, in, input and their like.
bool isSourceName(const std::string& name);
/// dst, out, output and their like.
bool isDestinationName(const std::string& name);

/// How the elements of the image's buffer lie, for sizes that count them.
struct ElementLayout {
    bool isVector = false; ///< an element is a pixel, such as uchar4
    bool isPlanar = false; ///< one plane for each channel
};

/// The expression that the name of a number stands for, such as "width" for w, or "width * channels" for a pitch.
/// Nothing for other names. `hasSize`: the kernel has arguments for width and height, so that `size` and `n` mean
/// something else.
std::optional<std::string> sizeExpression(const std::string& name, ElementLayout layout, bool hasSize);

/// True for names of the width or the height.
bool isSideName(const std::string& name);
/// True for names such as dst_width, of which a kernel that changes the image's size would have two.
bool isSideOfResult(const std::string& name);
/// True for plane_stride and its like: the kernel reads planes.
bool isPlaneStrideName(const std::string& name);
/// Names of an int2 with width and height.
bool isSizePairName(const std::string& name);

/// How the work-items of a kernel cover the image, as its text shows it.
struct RangeGuess {
    std::string x, y;    ///< expressions
    std::string told_by; ///< why it is not width and height; empty: it is
};
RangeGuess rangeIn(const KernelBody& body, ElementLayout layout, bool hasSides, bool hasChannels);

} // namespace lightbench
