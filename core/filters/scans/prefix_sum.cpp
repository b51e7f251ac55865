// prefix-sum: running sums along rows or columns.
#include <array>
#include <type_traits>

#include "core/base/parallel.h"
#include "core/filters/scans/block_sums.h"
#include "core/filters/scans/strip_sums.h"

namespace lightbench::filters {

namespace {

bool isAlongX(const ParameterValues& parameters) { return parameters.choice("axis") == "x"; }

/// Floats add up in double, so that the reference is not one more rounding to compare with.
template <class From, class To, class Total> void sumRow(const From* from, To* to, int width, int channels) {
    std::array<Total, 4> totals{};
    for (int x = 0; x < width; ++x)
        for (int c = 0; c < channels; ++c)
            *to++ = To(totals[std::size_t(c)] += Total(*from++));
}

template <class From, class To, class Total> void sumColumns(const Image& input, Image& output) {
    std::vector<Total> totals(std::size_t(input.width()) * std::size_t(input.channels()));
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        const From* from = input.row<From>(y);
        To* to = output.row<To>(y);
        for (Total& total : totals)
            *to++ = To(total += Total(*from++));
    }
}

template <class From, class To, class Total> void sum(const Image& input, Image& output, bool alongX) {
    if (!alongX) return sumColumns<From, To, Total>(input, output);
    parallelRows(input.height(), [&](int y) {
        sumRow<From, To, Total>(input.row<From>(y), output.row<To>(y), input.width(), input.channels());
    });
}

Image reference(const Image& input, const ParameterValues& parameters) {
    Image output(sumShape(input.shape(), parameters));
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>)
            sum<T, float, double>(input, output, isAlongX(parameters));
        else
            sum<T, std::uint32_t, std::uint32_t>(input, output, isAlongX(parameters));
    });
    return output;
}

LineSums linesOf(const PlanRequest& request) {
    return {"prefix_sum",  request.input.format, sumShape(request.input, request.parameters).format,
            inputBuffer(), outputBuffer(),       isAlongX(request.parameters)};
}

template <const LineScan& scan> Plan plan(const PlanRequest& request) {
    Plan plan;
    plan.passes.push_back(lineSumPass(request, scan, linesOf(request)));
    return plan;
}

int blockOf(const PlanRequest& request) { return isAlongX(request.parameters) ? 4 : 8; }

Plan blockedPlan(const PlanRequest& request) {
    Plan plan;
    plan.passes.push_back(blockSumPass(request, linesOf(request), blockOf(request)));
    return plan;
}

Plan lookBackPlan(const PlanRequest& request) {
    Plan plan;
    // Longer stretches than those of a walk: each costs its look back.
    addLookBack(plan, request, linesOf(request), isAlongX(request.parameters) ? 8 : 32);
    return plan;
}

Plan stripPlan(const PlanRequest& request) { return stripLinesPlan(request, linesOf(request)); }

/// Along rows as many work-items as a row has blocks, and more rows where those are short.
Workgroup blockedWorkgroup(const PlanRequest& request) {
    if (request.device.type == DeviceType::Cpu) return {16, 1};
    if (!isAlongX(request.parameters)) return {8, 64};
    const std::size_t quads = quadsOf(request.input.size.width, request.input.format);
    int x = 32;
    while (x < 256 && std::size_t(x * blockOf(request)) < quads)
        x *= 2;
    return {x, 256 / x};
}

Workgroup lookBackWorkgroup(const PlanRequest& request) {
    if (request.device.type == DeviceType::Cpu) return {16, 1};
    return isAlongX(request.parameters) ? Workgroup{64, 1} : Workgroup{32, 4};
}

/// Walks keep a GPU busy where there is a workgroup for each compute unit; look-back divides the lines themselves. Down
/// columns an H200 ran 8-bit gray faster as walks, all other formats by look-back.
std::string automaticVariant(const PlanRequest& request) {
    if (request.device.type == DeviceType::Cpu) return "strips";
    const Size size = request.input.size;
    const bool alongX = isAlongX(request.parameters), isSlim = request.input.format == Format{SampleType::U8, 1};
    const std::size_t walks = alongX ? std::size_t(size.height) : quadsOf(size.width, request.input.format) / 8;
    const bool isBusy = walks >= std::size_t(request.device.computeUnits);
    return isBusy && (alongX || isSlim) ? "register-blocked" : "look-back";
}

std::vector<Variant> variants() {
    return {
        lineSumVariant(hillisSteeleScan, plan<hillisSteeleScan>),
        lineSumVariant(blellochScan, plan<blellochScan>),
        lineSumVariant(loopingScan, plan<loopingScan>),
        registerBlockedVariant(blockedPlan, blockedWorkgroup),
        Variant{
            .id = "look-back",
            .label = "Look-back",
            .idea = "One pass over the data: each workgroup publishes its own sum, adds up what those before it "
                    "published, waiting only for smaller numbers drawn from a counter (Merrill and Garland 2016).",
            .tolerance = sumTolerance(),
            .workgroups = areaWorkgroups(),
            .plan = lookBackPlan,
            .automatic = lookBackWorkgroup,
        },
        Variant{
            .id = "strips",
            .label = "Strips",
            .idea = "For CPUs: a work-item sums a strip of rows, or a block of columns, in vectors of 16 samples.",
            .tolerance = sumTolerance(),
            .workgroups = lineWorkgroups(),
            .plan = stripPlan,
            .automatic = fixedWorkgroup<Workgroup{1, 1}>,
        },
    };
}

} // namespace

Filter prefix_sum() {
    Filter filter;
    filter.id = "prefix-sum";
    filter.label = "Prefix sum";
    filter.group = "Sums";
    filter.doc =
        "Inclusive running sum along the axis, each channel on its own: out(y,x) = in(y,0) + ... + in(y,x) along x. "
        "Integers sum to 32-bit unsigned modulo 2^32, floats to float. Alpha is summed like any channel: sums have no "
        "transparency.";
    filter.parameters = {choiceParameter("axis", "Axis", {{"x", "Along rows"}, {"y", "Along columns"}}, "x",
                                         "Along rows (x) or columns (y).")};
    filter.accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32};
    filter.outputShape = sumShape;
    filter.reference = reference;
    filter.variants = variants();
    filter.automaticVariant = automaticVariant;
    return filter;
}

} // namespace lightbench::filters
