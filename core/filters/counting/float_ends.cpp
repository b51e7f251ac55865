// Selects order statistics by a radix search over the floats' bits as sortable keys, 16 bits per pass.
#include "core/filters/counting/float_ends.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/device/device_traits.h"
#include "core/filters/counting/histogram_luts.h"
#include "core/filters/counting/histogram_passes.h"
#include "core/image/sample_order.h"

namespace lightbench {

namespace {
constexpr std::uint64_t values = 65536;

/// The sample after `skipped` others in this order.
template <class Order> float sampleBehind(std::vector<float>& samples, std::uint32_t skipped, Order order) {
    if (skipped >= samples.size()) return std::numeric_limits<float>::quiet_NaN();
    const auto found = samples.begin() + std::ptrdiff_t(skipped);
    std::ranges::nth_element(samples, found, order, [](float sample) { return sortKeyOf(sample); });
    return *found;
}

struct Buffers {
    BufferRef counts, ends;
};

/// The arguments that both kinds of passes share. `roundNumber`: 0 for the upper 16 bits of the keys, 1 for the lower.
KernelPass endsPass(const PlanRequest& request, KernelName name, int roundNumber, const Buffers& buffers) {
    KernelPass pass = kernelPass(request, std::move(name));
    pass.arguments = {{"round_number", roundNumber}, {"counts", buffers.counts}, {"ends", buffers.ends}};
    return pass;
}

KernelPass countPass(const PlanRequest& request, int roundNumber, const Buffers& buffers) {
    if (roundNumber == 0 && countsKeysInParts(request)) {
        KernelPass pass = keyCountsPass(request, "float_ends");
        addArguments(pass, {{"counts", buffers.counts}});
        return pass;
    }
    const int segmentPixels = isCpuDevice(request.device) ? 256 : 8;
    KernelPass pass = endsPass(request, "float_ends/count", roundNumber, buffers);
    pass.global = coverSegments(request.input.size.area(), segmentPixels, request.workgroup);
    addArguments(
        pass,
        {{"src", inputBuffer()}, {"pixels", std::int32_t(request.input.size.area())}, {"share_pixels", segmentPixels}});
    pass.bytes = request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

KernelPass findPass(const PlanRequest& request, int roundNumber, const Buffers& buffers, std::uint32_t skippedLow,
                    std::uint32_t skippedHigh) {
    const std::uint64_t groups = 2 * std::uint64_t(request.input.format.colourChannels());
    KernelPass pass = endsPass(request, "float_ends/find", roundNumber, buffers);
    pass.local = tableWorkgroup(request);
    pass.global = {std::size_t(groups) * std::size_t(pass.local.x), 1};
    addArguments(pass, {{"skipped_low", skippedLow}, {"skipped_high", skippedHigh}});
    pass.localBytes = 256 * 4;
    pass.bytes = groups * values * 4;
    pass.operations = groups * values;
    return pass;
}
} // namespace

FloatEnds floatEnds(const Image& input, int channel, std::uint32_t skippedLow, std::uint32_t skippedHigh) {
    std::vector<float> samples;
    const float* sample = input.samples<float>() + channel;
    for (std::size_t i = 0; i < input.size().area(); ++i, sample += input.channels())
        if (std::isfinite(*sample)) samples.push_back(*sample);
    return {sampleBehind(samples, skippedLow, std::less()), sampleBehind(samples, skippedHigh, std::greater())};
}

BufferRef addFloatEnds(Plan& plan, const PlanRequest& request, std::uint32_t skippedLow, std::uint32_t skippedHigh) {
    const std::uint64_t ends = 2 * std::uint64_t(request.input.format.colourChannels());
    const Buffers buffers{plan.addScratch("counts of keys", ends * values * 4), plan.addScratch("ends", ends * 2 * 4)};
    for (int roundNumber : {0, 1}) {
        plan.passes.emplace_back(FillPass{buffers.counts, 0});
        plan.passes.emplace_back(countPass(request, roundNumber, buffers));
        plan.passes.emplace_back(findPass(request, roundNumber, buffers, skippedLow, skippedHigh));
    }
    return buffers.ends;
}

} // namespace lightbench
