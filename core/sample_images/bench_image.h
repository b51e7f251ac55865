// Generates the images on which speed is measured. The content matters: it decides how fast a histogram or an error
// diffusion is. The bench, experiments and tuning use it; equal arguments give equal samples.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

/// The kinds of image: "random" (every sample random), "natural" (the sample scene with sensor noise, mirrored to fill
/// the size), "constant" (every sample at half scale).
const std::vector<std::string>& benchImageKinds();
/// Returns the same samples at every call. Throws Error(Usage) that lists the kinds if the kind is unknown.
Image benchImage(std::string_view kind, const ImageShape& shape);

/// "8192x8192", "640" (640 x 640), "1080p", "4k" (3840 x 2160) or "8k" (7680 x 4320). Throws Error(Usage).
Size parseSize(std::string_view text);
/// "u8", "u16", "u32", "f32", "rgba8", "rgba16", "rgba32" or "rgbaf32"; also "gray8", "gray16", "gray32", "gray-float",
/// "rgba-float". Throws Error(Usage) that lists them.
Format parseFormat(std::string_view text);
/// The first of these names for the format.
std::string formatText(Format format);

} // namespace lightbench
