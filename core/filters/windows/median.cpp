// median: the median of the window.
#include <algorithm>

#include "core/device/device_traits.h"
#include "core/filters/windows/float_strips.h"
#include "core/framework/border.h"
#include "core/framework/colour_rows.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"
#include "core/image/sample_order.h"

namespace lightbench::filters {

namespace {

/// The median of channel c in the k x k window around (x, y).
template <class T> T medianAt(const Image& input, int x, int y, int c, int k, std::vector<T>& window) {
    window.clear();
    for (int j = y - k / 2; j <= y + k / 2; ++j) {
        const T* row = input.row<T>(borderIndex(j, input.height(), Border::Replicate));
        for (int i = x - k / 2; i <= x + k / 2; ++i)
            window.push_back(row[borderIndex(i, input.width(), Border::Replicate) * input.channels() + c]);
    }
    const auto middle = window.begin() + k * k / 2;
    std::nth_element(window.begin(), middle, window.end(), [](T a, T b) { return sortKeyOf(a) < sortKeyOf(b); });
    return *middle;
}

Image medianReference(const Image& input, const ParameterValues& parameters) {
    const int k = parameters.integer("k");
    const int channels = input.channels();
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        std::vector<T> window;
        fill([&](std::size_t s) { return medianAt<T>(input, int(s) / channels, y, int(s) % channels, k, window); });
    });
}

/// A pass whose work-items compute segments of pixels. `operations`: compare-exchange operations per sample.
KernelPass medianPass(const PlanRequest& request, const std::string& program, const std::string& kernel,
                      int operations) {
    const Size size = request.input.size;
    const Format format = request.input.format;
    const int lanes = integerLanes(request.device, format.bytesPerSample());
    const int segmentPixels = lanes / format.channels;
    KernelPass pass = kernelPass(request, {"median/" + program, kernel});
    addDefines(pass, {{"LANES", lanes}, {"K", request.parameters.integer("k")}});
    pass.global = coverBlocks(size, {segmentPixels, 1}, request.workgroup);
    pass.operations = colourSamples(request.input) * std::uint64_t(operations);
    return pass;
}

/// Also passes the window as an argument, for builds that serve any size.
Plan bitwisePlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    KernelPass pass = medianPass(request, "bitwise_selection", "median_bitwise",
                                 2 * k * k * int(8 * request.input.format.bytesPerSample()));
    if (request.general) pass.defines.back() = {"ANY_K", "1"};
    pass.arguments.push_back({"window", k});
    return singlePass(std::move(pass));
}

Plan networkPlan(const PlanRequest& request) {
    // From m = k^2 / 2 + 2 samples down to 3, each round takes about 3/2 exchanges per sample, and an exchange two
    // operations.
    const int k = request.parameters.integer("k");
    const int maximum = k * k / 2 + 2;
    return singlePass(medianPass(request, "selection_network", "median_network", 3 * maximum * (maximum + 1) / 2));
}

/// Minima and maxima in the networks of kernels/windows/median/sorted_columns.clh for k = 3, 5, 7, 9, without unused
/// ones: sorting a column, merging two, and selecting the middle of k - 1 columns.
struct ColumnNetworks {
    int sort, pair, middle;
};
ColumnNetworks columnNetworks(int k) {
    constexpr ColumnNetworks all[] = {{6, 12, 0}, {18, 30, 36}, {32, 46, 150}, {50, 66, 410}};
    return all[(k - 3) / 2];
}

/// Two rows share their common part; longer columns would not fit the registers.
int pairRows(int k) { return k <= 5 ? 2 : 1; }

Plan sharedPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    const Size size = request.input.size;
    const int rows = pairRows(k) * (request.input.format.isInteger() ? 2 : 1);
    const ColumnNetworks networks = columnNetworks(k);
    // For four neighbouring pixels.
    const int operations = (k + 3) * networks.sort + (k + 1) / 2 * networks.pair + 2 * networks.middle + 8 * k;
    KernelPass pass = medianPass(request, "shared_columns", "median_pairs", operations / 4);
    pass.defines = formatDefines(request.input.format, request.input.format);
    addDefines(pass, {{"K", k}, {"PAIR_ROWS", pairRows(k)}});
    pass.defines.push_back(packedDefine(request.device));
    pass.global = coverBlocks(size, {4, rows}, request.workgroup);
    return singlePass(std::move(pass));
}

Plan medianStripsPlan(const PlanRequest& request) {
    const int k = request.parameters.integer("k");
    const Format format = request.input.format;
    const ColumnNetworks networks = columnNetworks(k);
    // Lines of a tile should stay in the first-level cache, with 4 KiB each. Two rows of small windows share sorted
    // columns.
    const int tile = 4096 / int(format.bytesPerPixel()), rows = k <= 5 ? 2 : 1;
    KernelPass pass = medianPass(request, "column_strips", "median_strips",
                                 networks.sort + k / 2 * networks.pair + networks.middle + 2 * k);
    pass.defines = formatDefines(format, format);
    addDefines(pass, {{"K", k}, {"ROWS_AT_ONCE", rows}});
    coverWithLines(pass, request, tile, rows * k, k, 8);
    return singlePass(std::move(pass));
}

/// What sorting by insertion takes for a sample: k^2 samples are each compared with half of those before them.
int insertions(const PlanRequest& request) {
    const int samples = request.parameters.integer("k") * request.parameters.integer("k");
    return samples * samples;
}

Variant plainMedian() {
    const auto plan = [](const PlanRequest& request) {
        KernelPass pass = plainPass(request, "median", request.input.format, insertions(request));
        addDefines(pass, {{"K", request.parameters.integer("k")}});
        return singlePass(std::move(pass));
    };
    Variant variant = plainVariant("Each work-item sorts the samples of its neighbourhood and stores the middle one.",
                                   plan, exactly(), whileQuickForSamples(insertions));
    variant.fallbackVariant = "bitwise-selection";
    return variant;
}

std::vector<Variant> medianVariants() {
    return {
        Variant{
            .id = "bitwise-selection",
            .idea = "Each work-item finds the bits of the median from the highest down. For each bit it counts the "
                    "samples below a candidate, with k^2 comparisons and without storage (binary search over the "
                    "value; cf. Ataman, Aatre and Wong 1980).",
            .plan = bitwisePlan,
            .fallbackVariant = "bitwise-selection",
        },
        Variant{
            .id = "selection-network",
            .idea = "Each work-item starts with just over half of the samples. It drops the smallest and the largest, "
                    "and adds one more, until the median is left. It exchanges minima and maxima without branches "
                    "(Paeth 1990, Smith 1996).",
            .plan = networkPlan,
            .fallbackVariant = "bitwise-selection",
        },
        Variant{
            .id = "shared-columns",
            .idea = "Each work-item sorts each column once and merges the columns that neighbouring pixels share, with "
                    "samples of two rows in one register. The cost grows little faster than k (separable sorting "
                    "networks, Adams 2021).",
            .plan = sharedPlan,
            .fallbackVariant = "bitwise-selection",
        },
        Variant{
            .id = "column-strips",
            .label = "Sorted column strips",
            .idea = "For CPUs: each work-item goes down a strip. For each row it sorts the columns into local memory, "
                    "then merges them in vectors of neighbouring pixels (after Adams 2021).",
            .workgroups = areaWorkgroups(),
            .missing = missingForLargePrograms,
            .plan = medianStripsPlan,
            .fallbackVariant = "bitwise-selection",
        },
        plainMedian(),
    };
}

ChoiceTable medianChoices() {
    return {{
        {.devices = {DeviceClass::Cpu},
         .variant = "column-strips",
         .measured = "PoCL, 2 cores: 2026-11-21, k = 5: 4794 MPix/s, OpenCV on the same cores 885 MPix/s; "
                     "2026-11-23, 3840 x 2160, RGBA, k = 3: half the processor time with two rows at a time"},
        {.variant = "shared-columns",
         .workgroup = Workgroup{32, 4},
         .measured = "H200, 2026-11-22, 8192 x 8192, 8-bit: gray, k = 5: 0.194 ms; RGBA, k = 5: 0.585 ms; "
                     "gray, k = 9: 1.01 ms"},
        {.variant = "column-strips", .workgroup = Workgroup{1, 1}},
        {.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{16, 4}},
        {.workgroup = Workgroup{32, 8}},
    }};
}

} // namespace

Filter median() {
    return {
        .id = "median",
        .group = "Blur and sharpen",
        .summary = "Replaces each pixel by the middle value of its neighbourhood. This removes specks and keeps edges.",
        .synonyms = {"blur", "despeckle", "denoise", "rank", "salt and pepper"},
        .doc = "Each sample becomes the median of the k x k samples around it. Beyond the border, the nearest pixel "
               "repeats, as in OpenCV's medianBlur. Each colour channel is filtered by itself; alpha is copied. Floats "
               "are ordered by IEEE 754's totalOrder, which places NaN beyond the infinities.",
        .parameters = {integerParameter("k", "Window size", "px", 3, 9, 2, 3,
                                        "Side of the neighbourhood: 3, 5, 7 or 9.")},
        .locality = squareLocality,
        .reference = medianReference,
        .variants = medianVariants(),
        .choices = medianChoices(),
    };
}

} // namespace lightbench::filters
