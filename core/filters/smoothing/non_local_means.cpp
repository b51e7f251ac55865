// non-local-means: averages pixels whose surroundings are alike, with OpenCV's result in every sample.
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "core/base/parallel.h"
#include "core/device/device_traits.h"
#include "core/filters/point/float_via_16_bit.h"
#include "core/filters/windows/bordered_segments.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/filter.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

namespace {

/// Half the sides of both windows, and OpenCV's table of weights by distance.
struct WeightTable {
    int patchRadius, searchRadius;
    int shift = 0;            ///< converts a sum of differences to the table's index
    std::vector<int> weights; ///< the last is 0 and serves all larger distances
    int last() const { return int(weights.size()) - 1; }
};

/// Floats are computed as 16 bits.
bool isWide(Format format) { return format.type != SampleType::U8; }

/// The weight of a patch at this distance: the squared difference of samples, or for 16 bits the absolute one, averaged
/// over the patch and summed over the colours. Distance 0 has weight 1.
double weightOf(double distance, float h, const Format& format) {
    const double range = h * h * float(format.colourChannels());
    return std::exp(isWide(format) ? -distance * distance / range : -distance / range);
}

WeightTable meansOf(const ParameterValues& parameters, const Format& format) {
    WeightTable means{parameters.integer("patch") / 2, parameters.integer("search") / 2, 0, {}};
    const int area = parameters.integer("patch") * parameters.integer("patch");
    const int places = parameters.integer("search") * parameters.integer("search");
    while (1 << means.shift < area)
        ++means.shift;
    const int one = std::numeric_limits<int>::max() / (isWide(format) ? 1 : places * 255);
    const float h = float(parameters.real("h")) * (isWide(format) ? 257.0f : 1.0f);
    const double step = double(1 << means.shift) / area, full = format.fullScale();
    const int maximum = int((isWide(format) ? full : full * full) * format.colourChannels() / step + 1);
    for (int index = 0; index < maximum; ++index) {
        const int weight = int(std::nearbyint(one * weightOf(index * step, h, format)));
        if (weight < 0.001 * one) break;
        means.weights.push_back(weight);
    }
    means.weights.push_back(0);
    return means;
}

/// The colours of an image, extended by `border` pixels on every side.
template <class T> struct Neighbourhood {
    int border, width, colours;
    std::vector<T> samples{};
    /// The first colour of a pixel; its row continues from there.
    const T* at(int x, int y) const {
        const std::size_t row = std::size_t(y + border) * std::size_t(width + 2 * border);
        return samples.data() + (row + std::size_t(x + border)) * std::size_t(colours);
    }
};

template <class T> Neighbourhood<T> neighbourhoodOf(const Image& input, int border) {
    Neighbourhood<T> result{border, input.width(), input.format().colourChannels()};
    const BorderedSamples<T> at(input, Border::Reflect101);
    for (int y = -border; y < input.height() + border; ++y)
        for (int x = -border; x < input.width() + border; ++x)
            for (int c = 0; c < result.colours; ++c)
                result.samples.push_back(at(x, y, c));
    return result;
}

/// A row of sums during the search.
struct RowMeans {
    std::vector<std::uint64_t> sums, weights;
    std::vector<int> distances; ///< one per sample
};

/// Sums down columns the differences from samples (dx, dy) pixels away, for pixels -patch to width + patch.
template <class T> void addDistances(RowMeans& row, const Neighbourhood<T>& around, int y, int dx, int dy, int patch) {
    row.distances.assign(std::size_t((around.width + 2 * patch) * around.colours), 0);
    for (int j = -patch; j <= patch; ++j) {
        const T *own = around.at(-patch, y + j), *other = around.at(dx - patch, y + j + dy);
        for (std::size_t i = 0; i < row.distances.size(); ++i) {
            const int apart = int(own[i]) - int(other[i]);
            row.distances[i] += sizeof(T) == 1 ? apart * apart : std::abs(apart);
        }
    }
}

template <class T>
void addWeighted(RowMeans& row, const Neighbourhood<T>& around, int y, int dx, int dy, const WeightTable& means) {
    addDistances(row, around, y, dx, dy, means.patchRadius);
    const int colours = around.colours, window = (2 * means.patchRadius + 1) * colours;
    const int* distances = row.distances.data();
    const T* other = around.at(dx, y + dy);
    int distance = std::accumulate(distances, distances + window, 0);
    for (int x = 0; x < around.width; ++x) {
        const auto weight = std::uint64_t(means.weights[std::size_t(std::min(distance >> means.shift, means.last()))]);
        row.weights[std::size_t(x)] += weight;
        for (int i = x * colours; i < (x + 1) * colours; ++i) {
            row.sums[std::size_t(i)] += weight * std::uint64_t(other[i]);
            if (x + 1 < around.width) distance += distances[i + window] - distances[i];
        }
    }
}

template <class T> Image meansOfAlike(const Image& input, const WeightTable& means) {
    const int colours = input.format().colourChannels(), channels = input.channels(), width = input.width();
    const Neighbourhood<T> around = neighbourhoodOf<T>(input, means.patchRadius + means.searchRadius);
    Image output = input.clone();
    parallelRows(input.height(), [&](int y) {
        RowMeans row{std::vector<std::uint64_t>(std::size_t(width * colours)),
                     std::vector<std::uint64_t>(std::size_t(width)),
                     {}};
        for (int dy = -means.searchRadius; dy <= means.searchRadius; ++dy)
            for (int dx = -means.searchRadius; dx <= means.searchRadius; ++dx)
                addWeighted(row, around, y, dx, dy, means);
        for (int s = 0; s < width * colours; ++s) {
            const std::uint64_t total = row.weights[std::size_t(s / colours)];
            output.row<T>(y)[s / colours * channels + s % colours] = T((row.sums[std::size_t(s)] + total / 2) / total);
        }
    });
    return output;
}

Image nonLocalMeansReference(const Image& input, const ParameterValues& parameters) {
    const WeightTable means = meansOf(parameters, input.format());
    return isWide(input.format()) ? meansOfAlike<std::uint16_t>(input, means)
                                  : meansOfAlike<std::uint8_t>(input, means);
}

/// `padded` is the image extended by what windows see beyond its edge. Both passes use its pitch and rows.
struct Padded {
    BufferRef buffer;
    Size size;
    int pixels, rows; ///< per work-item
};

KernelPass padPass(const PlanRequest& request, const WeightTable& means, const Padded& padded) {
    KernelPass pass = kernelPass(request, {"non-local-means/sliding", "non_local_means_pad"});
    pass.defines.push_back(borderDefine("reflect101"));
    addDefines(pass, {{"PIXELS", padded.pixels}, {"ROWS", padded.rows}});
    pass.global = coverGlobal(padded.size, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},
                      {"padded", padded.buffer},
                      {"width", request.input.size.width},
                      {"height", request.input.size.height},
                      {"border", means.patchRadius + means.searchRadius},
                      {"pitch", padded.size.width},
                      {"rows", padded.size.height}};
    return pass;
}

Plan slidingPlan(const PlanRequest& request) {
    const Size size = request.input.size;
    const int colours = request.input.format.colourChannels();
    const WeightTable means = meansOf(request.parameters, request.input.format);
    const int pixels = vectorLanes(request.device), rows = pixels == 16 ? 8 : 4;
    const int border = 2 * (means.patchRadius + means.searchRadius);
    Plan plan;
    Padded padded{{},
                  {int(roundUp(std::size_t(size.width), std::size_t(pixels))) + border,
                   int(roundUp(std::size_t(size.height), std::size_t(rows))) + border},
                  pixels,
                  rows};
    padded.buffer = plan.addScratch("padded image", padded.size.area() * std::uint64_t(colours) *
                                                        request.input.format.bytesPerSample());
    const BufferRef table = plan.addTable("weights", means.weights);
    plan.passes.emplace_back(padPass(request, means, padded));
    KernelPass& pass = plan.add(padPass(request, means, padded));
    pass.kernel = "non_local_means_segments";
    pass.global = coverBlocks(size, {pixels, rows}, request.workgroup);
    removeArgument(pass, "border");
    addArguments(pass, {{"table", table},
                        {"dst", outputBuffer()},
                        {"patch", means.patchRadius},
                        {"search", means.searchRadius},
                        {"shift", means.shift},
                        {"last", means.last()}});
    const int side = 2 * means.patchRadius + 1, places = (2 * means.searchRadius + 1) * (2 * means.searchRadius + 1);
    pass.operations = size.area() * std::uint64_t(places) * std::uint64_t(6 * side * colours);
    return plan;
}

/// Rows per work-item of kernels/smoothing/non_local_means/patches.cl, each of four pixels. Sums for 16 bits need
/// twice the registers.
int patchRows(Format format) { return isWide(format) ? 4 : 8; }

/// Bytes of local memory for a workgroup's pixels and their windows.
std::uint64_t tileBytes(const PlanRequest& request, Workgroup group) {
    const Format format = request.input.format;
    const int patch = request.parameters.integer("patch") / 2, search = request.parameters.integer("search") / 2;
    const int samples = isWide(format) ? 2 : 4, words = 4 / samples; // samples per word, words per work-item
    const int lead = divideUp(patch, samples) + divideUp(search, samples);
    const int pitch = group.x + (2 * lead + words) / words;
    const int rows = group.y * patchRows(format) + 2 * (patch + search);
    return std::uint64_t(4 * words * pitch) * std::uint64_t(rows * format.colourChannels());
}

bool fitsLocalMemory(const PlanRequest& request, std::uint64_t bytes) {
    return bytes + localMemoryReserve(request.device) <= request.device.localMemory;
}

/// The sizes of workgroups that patches offers, and the one that was measured best.
constexpr Workgroup smallTile{16, 4}, measuredTile{32, 4};

bool fitsPatches(const PlanRequest& request) { return fitsLocalMemory(request, tileBytes(request, smallTile)); }

/// A quantity of the choices: 1 if the measured workgroup's tile fits.
double measuredTileFits(const PlanRequest& request) {
    return fitsLocalMemory(request, tileBytes(request, measuredTile));
}

Plan patchesPlan(const PlanRequest& request) {
    const Size size = request.input.size;
    const Format format = request.input.format;
    const WeightTable means = meansOf(request.parameters, format);
    Plan plan;
    const BufferRef table = plan.addTable("weights", means.weights);
    // Rounded to a power of two, so that not every strength needs its own build.
    const std::uint64_t tile = tileBytes(request, request.workgroup), near = std::bit_ceil(means.weights.size());
    const int itemRows = patchRows(format);
    const bool tableIsLocal = fitsLocalMemory(request, tile + near * sizeof(int));
    KernelPass& pass = plan.add(kernelPass(request, "non-local-means/patches"));
    addDefines(pass, {{"PATCH", means.patchRadius},
                      {"SEARCH", means.searchRadius},
                      {"ROWS", itemRows},
                      {"ITEMS_X", request.workgroup.x},
                      {"ITEMS_Y", request.workgroup.y},
                      {"TABLE_LENGTH", tableIsLocal ? near : 0}});
    pass.defines.push_back(borderDefine("reflect101"));
    pass.defines.push_back(packedDefine(request.device));
    pass.global = coverBlocks(size, {4, itemRows}, request.workgroup);
    pass.arguments = {{"src", inputBuffer()},  {"table", table},       {"dst", outputBuffer()}, {"width", size.width},
                      {"height", size.height}, {"shift", means.shift}, {"last", means.last()}};
    pass.localBytes = tile + (tableIsLocal ? near * sizeof(int) : 0);
    const int side = 2 * means.patchRadius + 1, places = (2 * means.searchRadius + 1) * (2 * means.searchRadius + 1);
    pass.operations = size.area() * std::uint64_t(places) * std::uint64_t(side * format.colourChannels());
    return plan;
}

/// Operations for each pixel: arithmetic for each colour of each compared pixel, and its address.
double plainMeansOperations(const PlanRequest& request) {
    const double patch = request.parameters.integer("patch"), search = request.parameters.integer("search");
    return patch * patch * search * search * (3 * request.input.format.colourChannels() + 16);
}

Plan plainMeansPlan(const PlanRequest& request) {
    const Format format = request.input.format;
    const WeightTable means = meansOf(request.parameters, format);
    Plan plan;
    KernelPass& pass = plan.add(plainPass(request, "non_local_means", format, 0));
    pass.defines.push_back(borderDefine("reflect101"));
    addArguments(pass, {{"weights", plan.addTable("weights", means.weights)},
                        {"patch", means.patchRadius},
                        {"search", means.searchRadius},
                        {"shift", means.shift},
                        {"last", means.last()}});
    pass.operations = request.input.size.area() * std::uint64_t(plainMeansOperations(request));
    return plan;
}

std::vector<Variant> variants() {
    return {
        Variant{
            .id = "sliding",
            .label = "Sliding windows",
            .idea = "Each work-item computes several rows of neighbouring pixels. When it goes down by a pixel, the "
                    "distance gains a row of the patch and loses one (after Darbon et al. 2008).",
            .plan = slidingPlan,
        },
        Variant{
            .id = "patches",
            .label = "Patches of words",
            .idea = "Each work-item reads a tile in local memory, with four bytes or two 16-bit samples in a word. One "
                    "instruction gives the differences of a word's samples, and one more their sum. Pixels of a column "
                    "share rows of their patches.",
            .workgroups = {WorkgroupRule::Area, {{32, 2}, measuredTile, smallTile}, nullptr},
            .applies = {"it takes patches and search squares whose pixels fit into the device's local memory, because "
                        "it reads them from there",
                        fitsPatches},
            .plan = patchesPlan,
            .fallbackVariant = "sliding",
        },
        plainVariant("Each work-item compares the patch around its pixel with every patch of its search square, sample "
                     "by sample.",
                     plainMeansPlan, exactly(), whileQuick(plainMeansOperations)),
    };
}

ChoiceTable nonLocalMeansChoices() {
    ChoiceTable table = mergedChoices(
        {{.devices = {DeviceClass::Gpu},
          .minCapability = 90,
          .where = {{.name = "measured tile fits", .minimum = 1}},
          .variant = "patches",
          .workgroup = measuredTile,
          .measured = "H200, 2026-11-24, 8192 x 8192, patch 7, search 21: gray 8-bit: 22.8 ms, sliding 117 ms; "
                      "gray 16-bit and float: 46.1 ms, sliding 232 ms; RGBA 16-bit: 123 ms, sliding 807 ms"}},
        borderedSegmentsChoices());
    table.quantities.push_back({"measured tile fits", measuredTileFits});
    return table;
}

} // namespace

Filter non_local_means() {
    Filter filter;
    filter.id = "non-local-means";
    filter.label = "Non-local means";
    filter.group = "Blur and sharpen";
    filter.synonyms = {"denoise", "noise", "blur", "edge-preserving", "smoothing"};
    filter.locality = [](const ParameterValues& values) {
        return Locality{Locality::Window, values.integer("patch") / 2 + values.integer("search") / 2, true};
    };
    filter.summary = "Removes noise: it averages pixels whose surroundings look alike.";
    filter.doc =
        "Each pixel becomes the mean of the search x search pixels around it, weighted by exp(-D / h^2). D is the mean "
        "of the squared differences between the patch x patch pixels around both, over all colours. Weights below a "
        "thousandth are 0. All steps use whole numbers, and the area of the patch is replaced by the next power of "
        "two. The result equals OpenCV's fastNlMeansDenoising sample for sample, for colour with three channels "
        "(Buades, Coll and Morel 2005). For 16-bit images D is the sum over the C colours of the mean absolute "
        "difference, and "
        "weights are exp(-D^2 / (C (257 h)^2)). That is OpenCV's result with strength 257 h and NORM_L1, its only norm "
        "for them. "
        "Beyond the border, the image is mirrored, without repeating the border pixel. Alpha is copied.";
    filter.parameters = {
        realParameter("h", "Strength", "", 1, 50, 1, 10,
                      "Strength h: how much patches may differ, in steps of an 8-bit sample. Choose it "
                      "near the standard deviation of the noise."),
        integerParameter("patch", "Patch", "px", 3, 15, 2, 7, "Side of the patches that are compared; odd."),
        integerParameter("search", "Search", "px", 3, 35, 2, 21,
                         "Side of the square in which patches are sought; odd.")};
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = nonLocalMeansReference;
    filter.variants = variants();
    filter.choices = nonLocalMeansChoices();
    acceptFloatsVia16Bit(filter);
    return filter;
}

} // namespace lightbench::filters
