// non-local-means: the mean of pixels whose surroundings are alike.
#include <bit>
#include <cmath>
#include <limits>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/filter/bordered_samples.h"
#include "core/filter/filter.h"
#include "core/filter/plan.h"
#include "core/filters/windows/run_pass.h"

namespace lightbench::filters {

namespace {

/// Half the sides of the windows, and how OpenCV makes weights of distances.
struct Means {
    int patch, search;
    int shift = 0;            ///< from a sum of squared differences to the table's index
    std::vector<int> weights; ///< the last is 0, for all greater distances
    int last() const { return int(weights.size()) - 1; }
};

Means meansOf(const ParameterValues& parameters, int colours) {
    Means means{parameters.integer("patch") / 2, parameters.integer("search") / 2, 0, {}};
    const int area = parameters.integer("patch") * parameters.integer("patch");
    const int places = parameters.integer("search") * parameters.integer("search");
    while (1 << means.shift < area)
        ++means.shift;
    const int one = std::numeric_limits<int>::max() / (places * 255);
    const float h = float(parameters.real("h"));
    const double step = double(1 << means.shift) / area, range = h * h * float(colours);
    const int most = int(255 * 255 * colours / step + 1);
    for (int index = 0; index < most; ++index) {
        const int weight = int(std::nearbyint(one * std::exp(-index * step / range)));
        if (weight < 0.001 * one) break;
        means.weights.push_back(weight);
    }
    means.weights.push_back(0);
    return means;
}

/// The colours of an image with `border` pixels more on every side.
struct Surroundings {
    int border, width, colours;
    std::vector<std::uint8_t> samples{};
    int operator()(int x, int y, int c) const {
        const std::size_t at = std::size_t(y + border) * std::size_t(width + 2 * border) + std::size_t(x + border);
        return samples[at * std::size_t(colours) + std::size_t(c)];
    }
};

Surroundings surroundingsOf(const Image& input, int border) {
    Surroundings result{border, input.width(), input.format().colourChannels()};
    const BorderedSamples<std::uint8_t> at(input, Border::Reflect101);
    for (int y = -border; y < input.height() + border; ++y)
        for (int x = -border; x < input.width() + border; ++x)
            for (int c = 0; c < result.colours; ++c)
                result.samples.push_back(at(x, y, c));
    return result;
}

/// A row of sums while the places of the search go by.
struct RowMeans {
    std::vector<std::uint32_t> sums, weights;
};

/// Squared differences from the pixels (dx, dy) away, added up down the columns from x = -patch to width + patch.
std::vector<int> columnDistances(const Surroundings& at, int y, int dx, int dy, int patch) {
    std::vector<int> distances(std::size_t(at.width + 2 * patch), 0);
    for (int x = -patch; x < at.width + patch; ++x)
        for (int j = -patch; j <= patch; ++j)
            for (int c = 0; c < at.colours; ++c) {
                const int difference = at(x, y + j, c) - at(x + dx, y + j + dy, c);
                distances[std::size_t(x + patch)] += difference * difference;
            }
    return distances;
}

void takeIn(RowMeans& row, const Surroundings& at, int y, int dx, int dy, const Means& means) {
    const std::vector<int> columns = columnDistances(at, y, dx, dy, means.patch);
    for (int x = 0; x < at.width; ++x) {
        int distance = 0;
        for (int i = 0; i <= 2 * means.patch; ++i)
            distance += columns[std::size_t(x + i)];
        const auto weight = std::uint32_t(means.weights[std::size_t(std::min(distance >> means.shift, means.last()))]);
        row.weights[std::size_t(x)] += weight;
        for (int c = 0; c < at.colours; ++c)
            row.sums[std::size_t(x * at.colours + c)] += weight * std::uint32_t(at(x + dx, y + dy, c));
    }
}

Image reference(const Image& input, const ParameterValues& parameters) {
    const int colours = input.format().colourChannels(), channels = input.channels(), width = input.width();
    const Means means = meansOf(parameters, colours);
    const Surroundings at = surroundingsOf(input, means.patch + means.search);
    Image output = input.clone();
    parallelRows(input.height(), [&](int y) {
        RowMeans row{std::vector<std::uint32_t>(std::size_t(width * colours)),
                     std::vector<std::uint32_t>(std::size_t(width))};
        for (int dy = -means.search; dy <= means.search; ++dy)
            for (int dx = -means.search; dx <= means.search; ++dx)
                takeIn(row, at, y, dx, dy, means);
        for (int s = 0; s < width * colours; ++s) {
            const std::uint32_t total = row.weights[std::size_t(s / colours)];
            output.row<std::uint8_t>(y)[s / colours * channels + s % colours] =
                std::uint8_t((row.sums[std::size_t(s)] + total / 2) / total);
        }
    });
    return output;
}

/// `padded` is of the image with what the windows see beyond its edge; both passes take its pitch and its rows.
struct Padded {
    BufferRef buffer;
    Size size;
    int pixels, rows; ///< that a work-item makes
};

KernelPass padPass(const PlanRequest& request, const Means& means, const Padded& padded) {
    KernelPass pass;
    pass.kernel = "non_local_means_pad";
    pass.defines = formatDefines(request.input.format, request.input.format);
    pass.defines.push_back(borderDefine("reflect101"));
    pass.defines.push_back({"PIXELS", std::to_string(padded.pixels)});
    pass.defines.push_back({"ROWS", std::to_string(padded.rows)});
    pass.global = coverGlobal(padded.size, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()},
                      {"padded", padded.buffer},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height},
                      {"border", means.patch + means.search},
                      {"pitch", padded.size.width},
                      {"rows", padded.size.height}};
    pass.bytes = 2 * request.input.bytes();
    return pass;
}

Plan slidingPlan(const PlanRequest& request) {
    const Size size = request.input.size;
    const int colours = request.input.format.colourChannels();
    const Means means = meansOf(request.parameters, colours);
    const int pixels = vectorLanes(request.device), rows = pixels == 16 ? 8 : 4;
    const int border = 2 * (means.patch + means.search);
    Plan plan;
    Padded padded{{},
                  {int(roundUp(std::size_t(size.width), std::size_t(pixels))) + border,
                   int(roundUp(std::size_t(size.height), std::size_t(rows))) + border},
                  pixels,
                  rows};
    padded.buffer = plan.addScratch("padded image", padded.size.area() * std::uint64_t(colours));
    const BufferRef table = plan.addScratch({"weights", means.weights.size() * sizeof(int), bytesOf(means.weights)});
    plan.passes.emplace_back(padPass(request, means, padded));
    KernelPass pass = padPass(request, means, padded);
    pass.kernel = "non_local_means_runs";
    pass.global = coverGlobal({(size.width + pixels - 1) / pixels, (size.height + rows - 1) / rows}, request.workgroup);
    std::erase_if(pass.arguments, [](const NamedArgument& argument) { return argument.name == "border"; });
    addArguments(pass, {{"table", table},
                        {"dst", outputBuffer()},
                        {"patch", means.patch},
                        {"search", means.search},
                        {"shift", means.shift},
                        {"last", means.last()}});
    const int side = 2 * means.patch + 1, places = (2 * means.search + 1) * (2 * means.search + 1);
    pass.operations = size.area() * std::uint64_t(places) * std::uint64_t(6 * side * colours);
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

/// Of kernels/smoothing/non_local_means_patches.clh: rows that a work-item makes of four neighbouring pixels.
constexpr int patchRows = 8;

/// The workgroup's pixels and what their windows see, bytes.
std::uint64_t tileBytes(const PlanRequest& request, const Means& means) {
    const Workgroup group = request.workgroup;
    const int lead = (means.patch + 3) / 4 + (means.search + 3) / 4;
    const int rows = group.y * patchRows + 2 * (means.patch + means.search);
    return 4 * std::uint64_t(group.x + 2 * lead + 1) * std::uint64_t(rows * request.input.format.colourChannels());
}

Plan patchesPlan(const PlanRequest& request) {
    const Size size = request.input.size;
    const Format format = request.input.format;
    const Means means = meansOf(request.parameters, format.colourChannels());
    Plan plan;
    const BufferRef table = plan.addScratch({"weights", means.weights.size() * sizeof(int), bytesOf(means.weights)});
    // A power of two, lest every strength has a build of its own.
    const std::uint64_t tile = tileBytes(request, means), near = std::bit_ceil(means.weights.size());
    const bool isNear = tile + near * sizeof(int) + localMemoryReserve(request.device) <= request.device.localMemory;
    KernelPass pass;
    pass.kernel = "non_local_means_patches";
    pass.defines = formatDefines(format, format);
    pass.defines.insert(pass.defines.end(), {borderDefine("reflect101"),
                                             {"PATCH", std::to_string(means.patch)},
                                             {"SEARCH", std::to_string(means.search)},
                                             {"ROWS", std::to_string(patchRows)},
                                             {"ITEMS_X", std::to_string(request.workgroup.x)},
                                             {"ITEMS_Y", std::to_string(request.workgroup.y)},
                                             {"TABLE_LENGTH", std::to_string(isNear ? near : 0)},
                                             packedDefine(request.device)});
    pass.global = coverGlobal({(size.width + 3) / 4, (size.height + patchRows - 1) / patchRows}, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()},  {"table", table},       {"dst", outputBuffer()}, {"width", size.width},
                      {"height", size.height}, {"shift", means.shift}, {"last", means.last()}};
    pass.localBytes = tile + (isNear ? near * sizeof(int) : 0);
    pass.bytes = 2 * request.input.bytes();
    const int side = 2 * means.patch + 1, places = (2 * means.search + 1) * (2 * means.search + 1);
    pass.operations = size.area() * std::uint64_t(places) * std::uint64_t(side * format.colourChannels());
    plan.passes.emplace_back(std::move(pass));
    return plan;
}

std::vector<Variant> variants() {
    return {
        Variant{
            .id = "sliding",
            .label = "Sliding windows",
            .idea = "A work-item makes several rows of neighbouring pixels: from window to window down a column the "
                    "distance gains a row and loses one (after Darbon et al. 2008).",
            .workgroups = freeWorkgroups(),
            .plan = slidingPlan,
        },
        Variant{
            .id = "patches",
            .label = "Patches of words",
            .idea = "The same from a tile in local memory, four samples to a word: their differences in one "
                    "instruction, the sum of their squares in another, rows of patches shared by the windows down a "
                    "column.",
            .workgroups = {WorkgroupRule::Area, {{32, 2}, {32, 4}, {16, 4}}, nullptr},
            .plan = patchesPlan,
            .standIn = "sliding",
        },
    };
}

ChoiceTable choices() {
    return laidOver({{.devices = {DeviceClass::Gpu},
                      .leastCapability = 90,
                      .variant = "patches",
                      .workgroup = Workgroup{32, 4},
                      .measured = "H200, 2026-11-22: 8192 x 8192, gray 8-bit, patch 7, search 21 in 23.0 ms, sliding "
                                  "117; RGBA 55.2 ms"}},
                    runChoices());
}

} // namespace

Filter non_local_means() {
    Filter filter;
    filter.id = "non-local-means";
    filter.label = "Non-local means";
    filter.group = "Smoothing";
    filter.synonyms = {"denoise", "noise", "blur", "edge-preserving"};
    filter.locality = [](const ParameterValues& values) {
        return Locality{Locality::Window, values.integer("patch") / 2 + values.integer("search") / 2};
    };
    filter.doc =
        "The mean of the search x search pixels around each, weighted by exp(-D / h^2), D the mean of the "
        "squared differences between the patch x patch pixels around both, over all colours; weights below a "
        "thousandth are 0. Whole numbers throughout, the patch's area taken as the next power of two: sample "
        "for sample OpenCV's fastNlMeansDenoising, of three channels for colour (Buades, Coll and Morel 2005). "
        "Beyond the edge the image is mirrored, the edge pixel once. 8-bit images only. Alpha stays.";
    filter.parameters = {realParameter("h", "Strength", "", 1, 50, 1, 10,
                                       "How unlike patches may be: h, in steps of a sample. Near the noise's standard "
                                       "deviation."),
                         integerParameter("patch", "Patch", "px", 3, 15, 2, 7, "Side of the windows compared; odd."),
                         integerParameter("search", "Search", "px", 3, 35, 2, 21,
                                          "Side of the square in which patches are sought; odd.")};
    filter.accepts = {SampleType::U8};
    filter.reference = reference;
    filter.variants = variants();
    filter.choices = choices();
    return filter;
}

} // namespace lightbench::filters
