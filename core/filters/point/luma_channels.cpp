// Wraps a filter's reference and plans: converts colour to luma before, and shifts the colours by the change of luma
// after.
#include "core/filters/point/luma_channels.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/device/device_traits.h"
#include "core/filters/building_blocks.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter_catalog.h"
#include "core/framework/plan.h"

namespace lightbench {

namespace {

bool usesLuma(const ImageShape& input, const ParameterValues& parameters) {
    return input.format.channels == 4 && parameters.choice("channels") == "luma";
}

/// The request for the luma alone.
PlanRequest lumaRequest(const PlanRequest& request) { return requestFor(oneChannelShape(request.input), request); }

/// Integers saturate. Floats never occur here, because such filters see them as 16 bits.
template <class T> T shifted(T sample, T before, T after) {
    const std::int64_t sum = std::int64_t(sample) + std::int64_t(after) - std::int64_t(before);
    return T(std::clamp<std::int64_t>(sum, 0, std::int64_t(std::numeric_limits<T>::max())));
}

Image recoloured(const Image& input, const Image& before, const Image& after, LumaUse use) {
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T *own = input.row<T>(y), *old = before.row<T>(y), *result = after.row<T>(y);
        fill([&](std::size_t i) {
            return use == LumaUse::Replace ? result[i / 4] : shifted<T>(own[i], old[i / 4], result[i / 4]);
        });
    });
}

Plan aroundLumaPlan(const PlanRequest& request, const MakePlan& makePlan, LumaUse use) {
    const ImageShape gray = oneChannelShape(request.input);
    Plan plan;
    const BufferRef before = plan.addScratch("luma", gray.bytes());
    const BufferRef after = plan.addScratch("result for the luma", gray.bytes());
    appendPlan(plan, planOf(buildingBlock("grayscale"), request.input, request.device), inputBuffer(), before);
    appendPlan(plan, makePlan(lumaRequest(request)), before, after);
    const int segmentPixels = isCpuDevice(request.device) ? 256 : 4;
    const bool shifts = use == LumaUse::Shift;
    KernelPass& pass =
        plan.add(kernelPass(request, {"luma_channels", shifts ? "luma_channels_shifted" : "luma_channels_replaced"}));
    addDefines(pass, {{"PIXELS", segmentPixels}});
    pass.global = coverSegments(request.input.size.area(), segmentPixels, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"after", after},
                      {"dst", outputBuffer()},
                      {"pixels", std::int32_t(request.input.size.area())}};
    if (shifts) addArguments(pass, {{"before", before}});
    pass.bytes = 2 * request.input.bytes() + (shifts ? 2 : 1) * gray.bytes();
    pass.operations = (shifts ? 7 : 1) * request.input.size.area();
    return plan;
}

const char* textOf(LumaUse use) {
    return use == LumaUse::Replace
               ? " With channels=luma, the filter compares the luma, which has grayscale's weights, with the "
                 "threshold, and writes the result to red, green and blue."
               : " With channels=luma it changes the luma Y of colour images, which has grayscale's weights, to Y'. "
                 "Then Y' - Y is added to red, green and blue, which saturate at 0 and full scale. So Cr and Cb of "
                 "YCrCb (ITU-R BT.601) do not change. A conversion to YCrCb and back gives the same, but rounds Cr and "
                 "Cb.";
}

} // namespace

void acceptLuma(Filter& filter, LumaUse use) {
    filter.parameters.push_back(choiceParameter(
        "channels", "Channels", {{"each", "Each on its own"}, {"luma", "Luma"}}, "each",
        use == LumaUse::Replace ? "each: every colour channel is filtered by itself. luma: the brightness decides, and "
                                  "the result is the same in red, green and blue."
                                : "each: every colour channel is filtered by itself, which shifts colours. luma: the "
                                  "brightness changes, and the colour differences stay."));
    filter.doc += textOf(use);
    filter.reference = [reference = filter.reference, use](const Image& input, const ParameterValues& parameters) {
        if (!usesLuma(input.shape(), parameters)) return reference(input, parameters);
        const Image luma = buildingBlocks().byId("grayscale").reference(input, {});
        return recoloured(input, luma, reference(luma, parameters), use);
    };
    for (Variant& variant : filter.variants) {
        variant.plan = [makePlan = variant.plan, use](const PlanRequest& request) {
            return usesLuma(request.input, request.parameters) ? aroundLumaPlan(request, makePlan, use)
                                                               : makePlan(request);
        };
        if (!variant.applies.holds) continue;
        variant.applies.holds = [holds = variant.applies.holds](const PlanRequest& request) {
            return holds(usesLuma(request.input, request.parameters) ? lumaRequest(request) : request);
        };
    }
}

} // namespace lightbench
