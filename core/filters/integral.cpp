// integral: sums over all rectangles that begin at the origin, also called summed-area table.
#include <array>
#include <type_traits>

#include "core/line_sums.h"
#include "core/parallel.h"

namespace lightbench::filters {

namespace {

/// Each sum is that of the columns so far, added up along the row. Floats add up in double.
template <class From, class To, class Total> void sum(const Image& input, Image& output) {
    const std::size_t channels = std::size_t(input.channels());
    std::vector<Total> columns(std::size_t(input.width()) * channels);
    for (int y = 0; y < input.height(); ++y) {
        checkCancelled();
        const From* from = input.row<From>(y);
        To* to = output.row<To>(y);
        std::array<Total, 4> totals{};
        for (std::size_t i = 0; i < columns.size(); ++i) {
            columns[i] += Total(from[i]);
            to[i] = To(totals[i % channels] += columns[i]);
        }
    }
}

Image reference(const Image& input, const ParameterValues& parameters) {
    Image output(sumShape(input.shape(), parameters));
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        if constexpr (std::is_floating_point_v<T>)
            sum<T, float, double>(input, output);
        else
            sum<T, std::uint32_t, std::uint32_t>(input, output);
    });
    return output;
}

/// Along the rows into the output, then along its columns in place.
template <const LineScan& scan> Plan plan(const PlanRequest& request) {
    const Format sums = sumShape(request.input, request.parameters).format;
    const LineSums rows{"integral", request.input.format, sums, inputBuffer(), outputBuffer(), true};
    const LineSums columns{"integral", sums, sums, outputBuffer(), outputBuffer(), false};
    Plan plan;
    plan.passes = {lineSumPass(request, scan, rows), lineSumPass(request, scan, columns)};
    return plan;
}

} // namespace

Filter integral() {
    Filter filter;
    filter.id = "integral";
    filter.label = "Integral image";
    filter.group = "Sums";
    filter.doc =
        "Inclusive sum over the rectangle from the origin, each channel on its own: out(y,x) is the sum of in(v,u) for "
        "v <= y, u <= x (summed-area table, Crow 1984). Integers sum to 32-bit unsigned modulo 2^32, floats to float. "
        "Alpha is summed like any channel: an integral image has no transparency.";
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
