// Sample images that the program draws itself, so that a first start has an image to work on. The window's gallery, the
// command line and tests use them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

struct SampleImage {
    std::string id;          ///< such as "scene"
    std::string label;       ///< shown in the gallery
    std::string description; ///< one line: what it is good for
};

/// All sample images; a first start shows the first one.
const std::vector<SampleImage>& sampleImages();

/// Draws one, RGBA 8-bit, opaque, with the same pixels at every call. It is designed for 1280 x 853 and scales to other
/// sizes. Throws Error(Usage) that lists the nearest names for an unknown id, Error(Input) if a side is below 1.
Image drawSample(std::string_view id, Size size = {1280, 853});

} // namespace lightbench
