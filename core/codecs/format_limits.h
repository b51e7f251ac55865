// Error texts for images that an integer format cannot hold: too many bits per sample, or too many pixels per side.
// Codecs return them from Codec::problem.
#pragma once

#include <string>
#include <string_view>

#include "core/image/image.h"

namespace lightbench {

/// Empty if samples of `bits` bits (8 or 16) can hold the image's samples, otherwise the reason.
std::string depthProblem(std::string_view label, const ImageShape& shape, int bits);
/// "LABEL holds at most N pixels per side; save as .png"; empty if the image fits.
std::string sideProblem(std::string_view label, const ImageShape& shape, int maxSide);

} // namespace lightbench
