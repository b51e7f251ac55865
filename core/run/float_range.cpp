#include "core/run/float_range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "core/base/text.h"

namespace lightbench {

namespace {
/// Sums of up to 256 x 256 such samples stay finite.
constexpr float largestForSums = std::numeric_limits<float>::max() / 65536;

std::string text(float value) {
    std::array<char, 32> digits{};
    std::snprintf(digits.data(), digits.size(), "%.3g", double(value));
    return std::abs(value) < 1e6f ? threeDigits(value) : digits.data();
}
} // namespace

float FloatRange::magnitude() const { return lowest > highest ? 0 : std::max(std::abs(lowest), std::abs(highest)); }

FloatRange floatRange(const Image& image) {
    FloatRange range;
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

std::string floatRangeWarning(const Image& image, const Stack& stack, const FilterCatalog& filters) {
    if (image.format().type != SampleType::F32) return {};
    const auto clamps = [&](const Stage& stage) { return stage.enabled && filters.byId(stage.filter).clampsFloats; };
    if (std::ranges::none_of(stack, &Stage::enabled)) return {};
    const FloatRange range = floatRange(image);
    const std::string samples = "the image has samples from " + text(range.lowest) + " to " + text(range.highest);
    if (range.magnitude() > largestForSums)
        return samples + ", and sums of such samples can overflow to infinity; scale the image first";
    const auto stage = std::ranges::find_if(stack, clamps);
    if (stage == stack.end() || range.lowest > range.highest || (range.lowest >= 0 && range.highest <= 1)) return {};
    return samples + ", and " + stage->filter + " (stage " + std::to_string(stage - stack.begin() + 1) +
           ") cuts floats off below 0 and above 1; scale the image to 0..1 first";
}

} // namespace lightbench
