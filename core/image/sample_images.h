// Sample images that the program draws itself, so that a first start has something to work on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/image/image.h"

namespace lightbench {

struct SampleImage {
    std::string id;          ///< such as "scene"
    std::string label;       ///< as in the gallery
    std::string description; ///< one line: what it is good for
};

/// All samples; the first is the one that a first start shows.
const std::vector<SampleImage>& sampleImages();

/// Draws one, RGBA 8-bit, opaque. The same pixels at every call. Drawn for 1280 x 853 and scaled to other sizes.
/// Throws Error(Usage) that lists the nearest names for an unknown id, Error(Input) if a side is below 1.
Image drawSample(std::string_view id, Size size = {1280, 853});

} // namespace lightbench
