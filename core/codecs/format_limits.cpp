// Builds the error texts.
#include "core/codecs/format_limits.h"

#include <algorithm>

namespace lightbench {

std::string depthProblem(std::string_view label, const ImageShape& shape, int bits) {
    const std::string name(label);
    if (shape.format.type == SampleType::F32) return name + " cannot hold 32-bit float samples; save as .npy";
    if (shape.format.type == SampleType::U32) return name + " cannot hold 32-bit unsigned samples; save as .npy";
    if (shape.format.type == SampleType::U16 && bits < 16)
        return name + " holds 8 bits per sample, the image has 16; save as .png, .tif or .npy";
    return {};
}

std::string sideProblem(std::string_view label, const ImageShape& shape, int maxSide) {
    if (std::max(shape.size.width, shape.size.height) <= maxSide) return {};
    return std::string(label) + " holds at most " + std::to_string(maxSide) + " pixels per side; save as .png";
}

} // namespace lightbench
