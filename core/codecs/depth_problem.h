// What formats of integers say of samples that they cannot hold.
#pragma once

#include <string>
#include <string_view>

#include "core/image/image.h"

namespace lightbench {

/// Empty where samples of up to so many bits (8 or 16) hold the image's.
std::string depthProblem(std::string_view label, const ImageShape& shape, int bits);
/// "LABEL holds at most N pixels a side; save as .png"; empty where the image is no longer.
std::string sideProblem(std::string_view label, const ImageShape& shape, int longest);

} // namespace lightbench
