// Looks for such a stage first, and reads the image only if there is one.
#include "core/run/float_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"

namespace lightbench {

namespace {
struct Range {
    float lowest = std::numeric_limits<float>::infinity(), highest = -lowest;
};

/// Of the finite samples of the colours.
Range colourRange(const Image& image) {
    Range range;
    const int channels = image.channels(), colours = image.format().colourChannels();
    for (int y = 0; y < image.height(); ++y) {
        const auto* row = image.row<float>(y);
        for (int i = 0; i < image.width() * channels; ++i) {
            if (i % channels >= colours || !std::isfinite(row[i])) continue;
            range.lowest = std::min(range.lowest, row[i]);
            range.highest = std::max(range.highest, row[i]);
        }
    }
    return range;
}
} // namespace

std::string floatRangeWarning(const Image& image, const Stack& stack, const FilterCatalog& filters) {
    if (image.format().type != SampleType::F32) return {};
    const auto cuts = [&](const Stage& stage) { return stage.enabled && filters.byId(stage.filter).cutsFloats; };
    const auto stage = std::ranges::find_if(stack, cuts);
    if (stage == stack.end()) return {};
    const Range range = colourRange(image);
    if (range.lowest >= 0 && range.highest <= 1) return {};
    if (range.lowest > range.highest) return {}; // no finite sample
    return "the image has samples from " + threeDigits(range.lowest) + " to " + threeDigits(range.highest) + ", and " +
           stage->filter + " (stage " + std::to_string(stage - stack.begin() + 1) +
           ") cuts floats off below 0 and above 1; scale the image to 0..1 first";
}

} // namespace lightbench
