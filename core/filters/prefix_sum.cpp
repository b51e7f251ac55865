// prefix-sum: running sums along rows or columns.
#include <array>
#include <type_traits>

#include "core/line_sums.h"
#include "core/parallel.h"

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

template <const LineScan& scan> Plan plan(const PlanRequest& request) {
    LineSums lines{"prefix_sum",  request.input.format, sumShape(request.input, request.parameters).format,
                   inputBuffer(), outputBuffer(),       isAlongX(request.parameters)};
    Plan plan;
    plan.passes.push_back(lineSumPass(request, scan, lines));
    return plan;
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
    filter.variants = {lineSumVariant(hillisSteeleScan, plan<hillisSteeleScan>),
                       lineSumVariant(blellochScan, plan<blellochScan>),
                       lineSumVariant(loopingScan, plan<loopingScan>)};
    filter.automaticVariant = automaticLineScan;
    return filter;
}

} // namespace lightbench::filters
