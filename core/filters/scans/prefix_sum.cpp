// prefix-sum: cumulative sums along rows or columns.
#include <array>
#include <type_traits>

#include "core/base/parallel.h"
#include "core/filters/scans/block_sums.h"
#include "core/filters/scans/strip_sums.h"

namespace lightbench::filters {

namespace {

bool isAlongX(const ParameterValues& parameters) { return parameters.choice("axis") == "x"; }

/// Floats are added in double, so that the reference adds no rounding of its own.
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

Image prefixSumReference(const Image& input, const ParameterValues& parameters) {
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

Variant prefixSumScanVariant(const LineScan& scan) {
    return lineSumVariant(
        scan, [&scan](const PlanRequest& request) { return singlePass(lineSumPass(request, scan, linesOf(request))); });
}

int blockOf(const PlanRequest& request) { return isAlongX(request.parameters) ? 4 : 8; }

Plan prefixSumBlockedPlan(const PlanRequest& request) {
    return singlePass(blockSumPass(request, linesOf(request), blockOf(request)));
}

Plan prefixSumLookBackPlan(const PlanRequest& request) {
    Plan plan;
    // Longer segments than in the other variants, because each segment looks back once.
    addLookBack(plan, request, linesOf(request), isAlongX(request.parameters) ? 8 : 32);
    return plan;
}

Plan prefixSumStripPlan(const PlanRequest& request) { return stripLinesPlan(request, linesOf(request)); }

/// Along rows: as many work-items as a row has blocks, and several rows if rows are short.
Workgroup blockedWorkgroup(const PlanRequest& request) {
    const std::size_t quads = quadsOf(request.input.size.width, request.input.format);
    int x = 32;
    while (x < 256 && std::size_t(x * blockOf(request)) < quads)
        x *= 2;
    return {x, 256 / x};
}

double alongX(const PlanRequest& request) { return isAlongX(request.parameters); }

/// Workgroups per compute unit if each walks over whole lines.
double walks(const PlanRequest& request) {
    const Size size = request.input.size;
    const std::size_t all =
        isAlongX(request.parameters) ? std::size_t(size.height) : quadsOf(size.width, request.input.format) / 8;
    return double(all) / std::max(1, request.device.computeUnits);
}

/// Walks keep a GPU busy with at least one workgroup per compute unit. With fewer lines look-back is faster, because it
/// divides the lines.
ChoiceTable prefixSumChoices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    const std::vector<MeasuredChoice> rows = {
        {.devices = cpu,
         .variant = "strips",
         .workgroup = Workgroup{1, 1},
         .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048, gray 8-bit: rows: 0.58 ms, register-blocked 2.39"
                     " ms; columns: 1.13 ms, register-blocked 1.99 ms"},
        {.where = {{.name = "walks", .minimum = 1}, {.name = "along x", .minimum = 1}},
         .variant = "register-blocked",
         .measured = "H200, 2026-11-21, 8192 x 8192, gray 8-bit, rows: 0.091 ms, look-back 0.109 ms"},
        {.types = {SampleType::U8},
         .channels = 1,
         .where = {{.name = "walks", .minimum = 1}},
         .variant = "register-blocked",
         .measured = "H200, 2026-11-21, 8192 x 8192, gray 8-bit, columns: 0.108 ms, look-back 0.114 ms"},
        {.variant = "look-back",
         .measured = "H200, 2026-11-21: look-back was faster for the columns of all other formats"},
        {.devices = cpu, .variant = "register-blocked", .workgroup = Workgroup{16, 1}},
        {.where = {{.name = "along x", .maximum = 0}}, .variant = "register-blocked", .workgroup = Workgroup{8, 64}},
        {.devices = cpu, .variant = "look-back", .workgroup = Workgroup{16, 1}},
        {.where = {{.name = "along x", .minimum = 1}}, .variant = "look-back", .workgroup = Workgroup{64, 1}},
        {.variant = "look-back", .workgroup = Workgroup{32, 4}},
        {.variant = "strips", .workgroup = Workgroup{1, 1}},
    };
    return mergedChoices(rows, {lineSumChoices(), {{"along x", alongX}, {"walks", walks}}});
}

std::vector<Variant> prefixSumVariants() {
    return {
        prefixSumScanVariant(hillisSteeleScan),
        prefixSumScanVariant(blellochScan),
        prefixSumScanVariant(loopingScan),
        registerBlockedVariant(prefixSumBlockedPlan, blockedWorkgroup),
        Variant{
            .id = "look-back",
            .label = "Look-back",
            .idea = "One pass reads the data once. Each workgroup publishes its own sum, and adds up those that "
                    "earlier workgroups published. It draws its number from a counter, and waits only for workgroups "
                    "with smaller numbers (Merrill and Garland 2016).",
            .tolerance = sumTolerance(),
            .workgroups = areaWorkgroups(),
            .plan = prefixSumLookBackPlan,
            .communication = Communication::AcrossWorkgroups,
        },
        Variant{
            .id = "strips",
            .idea = "For CPUs: each work-item sums a strip of rows, or a block of columns, in vectors of 16 samples.",
            .tolerance = sumTolerance(),
            .workgroups = lineWorkgroups(),
            .plan = prefixSumStripPlan,
            .communication = Communication::InPlace,
        },
        plainSumVariant([](const PlanRequest& request) { return singlePass(plainSumPass(request, linesOf(request))); },
                        Communication::Barriers),
    };
}

} // namespace

Filter prefix_sum() {
    return {
        .id = "prefix-sum",
        .group = "Analysis",
        .summary = "Adds up the samples along each row or column.",
        .synonyms = {"scan", "cumulative sum", "running sum", "sums"},
        .doc = "Computes the running sum along the axis, inclusive, each channel by itself: out(x, y) = in(0, y) + ... "
               "+ in(x, y) along x. The sums of integers are 32-bit unsigned, modulo 2^32, and those of floats are "
               "floats. Alpha is summed like any channel: sums have no transparency.",
        .parameters = {choiceParameter("axis", "Axis", {{"x", "Along rows"}, {"y", "Along columns"}}, "x",
                                       "The direction of the sums: along rows (x) or columns (y).")},
        .accepts = {SampleType::U8, SampleType::U16, SampleType::U32, SampleType::F32},
        .locality =
            [](const ParameterValues&) {
                return Locality{Locality::Line, 0};
            },
        .outputShape = sumShape,
        .reference = prefixSumReference,
        .variants = prefixSumVariants(),
        .choices = prefixSumChoices(),
    };
}

} // namespace lightbench::filters
