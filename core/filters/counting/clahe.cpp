// clahe: contrast-limited adaptive histogram equalisation, with the same result as OpenCV's in every sample.
#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/base/rounding.h"
#include "core/device/device_traits.h"
#include "core/filters/point/float_via_16_bit.h"
#include "core/filters/point/luma_channels.h"
#include "core/framework/border.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"
#include "core/image/colour_samples.h"

namespace lightbench::filters {

namespace {

/// How the image is divided into tiles, and the constants for their tables.
struct Tiling {
    int columns, rows;
    Size tile;
    std::uint32_t limit; ///< the most that a bin may count
    float scale;         ///< full scale over the number of samples in a tile
    float perColumn() const { return 1.0f / float(tile.width); }
    float perRow() const { return 1.0f / float(tile.height); }
};

/// Divides the image into tiles. If a side is no multiple of the number of tiles, the image is extended to the right
/// and below, as in OpenCV.
Tiling tilingOf(const ImageShape& input, const ParameterValues& parameters) {
    const Size size = input.size;
    const double fullScale = input.format.fullScale();
    Tiling tiling{parameters.integer("columns"), parameters.integer("rows"), size, ~0u, 0};
    const int restX = size.width % tiling.columns, restY = size.height % tiling.rows;
    if (restX != 0 || restY != 0) {
        tiling.tile.width += tiling.columns - restX;
        tiling.tile.height += tiling.rows - restY;
    }
    tiling.tile = {tiling.tile.width / tiling.columns, tiling.tile.height / tiling.rows};
    const double limit = parameters.real("limit");
    if (limit > 0)
        tiling.limit = std::uint32_t(std::max(1.0, std::floor(limit * double(tiling.tile.area()) / (fullScale + 1))));
    tiling.scale = float(fullScale) / float(tiling.tile.area());
    return tiling;
}

/// Counts per value, and the table that maps values.
using Counts = std::vector<std::uint32_t>;
template <class T> using Table = std::vector<T>;

template <class T> Counts countTile(const Image& input, const Tiling& tiling, int number, int channel) {
    Counts counts(std::size_t(input.format().fullScale()) + 1);
    const int left = number % tiling.columns * tiling.tile.width, top = number / tiling.columns * tiling.tile.height;
    for (int y = top; y < top + tiling.tile.height; ++y) {
        const T* row = input.row<T>(borderIndex(y, input.height(), Border::Reflect101));
        for (int x = left; x < left + tiling.tile.width; ++x)
            ++counts[row[borderIndex(x, input.width(), Border::Reflect101) * input.channels() + channel]];
    }
    return counts;
}

/// Cuts bins off at the limit and redistributes the excess: equally to all bins, and the remainder to bins at even
/// distances.
void clip(Counts& counts, std::uint32_t limit) {
    const auto bins = std::uint32_t(counts.size());
    std::uint32_t clipped = 0;
    for (std::uint32_t& count : counts) {
        clipped += count - std::min(count, limit);
        count = std::min(count, limit);
    }
    for (std::uint32_t& count : counts)
        count += clipped / bins;
    const std::uint32_t rest = clipped % bins, step = rest == 0 ? 1 : std::max(bins / rest, 1u);
    for (std::uint32_t i = 0; i < rest && i * step < bins; ++i)
        ++counts[i * step];
}

template <class T> Table<T> claheTable(Counts counts, const Tiling& tiling) {
    clip(counts, tiling.limit);
    Table<T> table;
    table.reserve(counts.size());
    std::uint32_t sum = 0;
    for (const std::uint32_t count : counts) {
        sum += count;
        table.push_back(storeSample<T>(float(sum) * tiling.scale));
    }
    return table;
}

/// The tables of all tiles, row by row, one channel after the other.
template <class T> std::vector<Table<T>> tablesOf(const Image& input, const Tiling& tiling) {
    const int colours = input.format().colourChannels();
    std::vector<Table<T>> tables(std::size_t(tiling.columns * tiling.rows * colours));
    parallelRows(tiling.columns * tiling.rows, [&](int number) {
        for (int c = 0; c < colours; ++c)
            tables[std::size_t(number * colours + c)] = claheTable<T>(countTile<T>(input, tiling, number, c), tiling);
    });
    return tables;
}

/// The two tiles around a position along an axis, and the distance from the first one's centre.
struct TilePair {
    int first, second;
    float far, near;
    TilePair(int position, float perPixel, int tiles) {
        const float place = float(position) * perPixel - 0.5f, whole = std::floor(place);
        first = std::max(int(whole), 0);
        second = std::min(int(whole) + 1, tiles - 1);
        far = place - whole;
        near = 1.0f - far;
    }
};

template <class T> Image interpolated(const Image& input, const Tiling& tiling) {
    const std::vector<Table<T>> tables = tablesOf<T>(input, tiling);
    const int colours = input.format().colourChannels(), channels = input.channels();
    Image output(input.shape());
    parallelRows(input.height(), [&](int y) {
        const TilePair down(y, tiling.perRow(), tiling.rows);
        const T* from = input.row<T>(y);
        fillColours<T>(input, output, y, [&](std::size_t i) {
            const TilePair across(int(i) / channels, tiling.perColumn(), tiling.columns);
            const auto at = [&](int row, int column) {
                return float(
                    tables[std::size_t((row * tiling.columns + column) * colours + int(i) % channels)][from[i]]);
            };
            const float upper = at(down.first, across.first) * across.near + at(down.first, across.second) * across.far;
            const float lower =
                at(down.second, across.first) * across.near + at(down.second, across.second) * across.far;
            return storeSample<T>(upper * down.near + lower * down.far);
        });
    });
    return output;
}

Image claheReference(const Image& input, const ParameterValues& parameters) {
    const Tiling tiling = tilingOf(input.shape(), parameters);
    return input.format().type == SampleType::U16 ? interpolated<std::uint16_t>(input, tiling)
                                                  : interpolated<std::uint8_t>(input, tiling);
}

/// Copies of the counters in local memory: up to one per work-item of a warp, if they fit.
int copiesOf(const PlanRequest& request) {
    return request.input.format.channels == 1 && request.device.localMemory >= 40 << 10 ? 32 : 1;
}

bool isWide(const PlanRequest& request) { return request.input.format.type == SampleType::U16; }

/// Workgroups that count one tile: as many as keep the device busy if tiles are large.
int slicesOf(const PlanRequest& request, const Tiling& tiling) {
    if (isCpuDevice(request.device) || request.workgroup.x == 1) return 1;
    const int busy = (copiesOf(request) > 1 ? 4 : 16) * request.device.computeUnits / (tiling.columns * tiling.rows);
    return std::clamp(busy, 1, std::max(1, tiling.tile.height / 32));
}

KernelPass tilesPass(const PlanRequest& request, KernelName name, const Tiling& tiling) {
    const ImageShape& input = request.input;
    KernelPass pass = kernelPass(request, std::move(name));
    const int slices = slicesOf(request, tiling);
    pass.defines.push_back(borderDefine("reflect101"));
    addDefines(pass, {{"SINGLE_ITEM_GROUP", request.workgroup.x == 1},
                      {"SLICES", slices},
                      {"COPIES", slices > 1 && !isWide(request) ? copiesOf(request) : 1}});
    pass.arguments = {{"src", inputBuffer()},
                      {"width", input.size.width},
                      {"height", input.size.height},
                      {"tile_columns", tiling.columns}};
    return pass;
}

std::uint64_t binsOf(const PlanRequest& request, const Tiling& tiling) {
    return std::uint64_t(tiling.columns * tiling.rows * request.input.format.colourChannels()) *
           (isWide(request) ? 65536 : 256);
}

KernelPass countPass(const PlanRequest& request, BufferRef counts, const Tiling& tiling) {
    KernelPass pass = tilesPass(request, "clahe/count", tiling);
    addDefines(pass, {{"PIXELS_PER_ITEM", 1}});
    const int groups = tiling.columns * tiling.rows * slicesOf(request, tiling);
    pass.global = {std::size_t(groups * request.workgroup.x), 1};
    addArguments(pass, {{"counts", counts}, {"tile_width", tiling.tile.width}, {"tile_height", tiling.tile.height}});
    pass.localBytes = std::uint64_t(request.input.format.colourChannels() * copiesOf(request)) * 256 * 4;
    pass.bytes = request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

KernelPass tablesPass(const PlanRequest& request, BufferRef counts, BufferRef tables, const Tiling& tiling) {
    const std::uint64_t colours = std::uint64_t(request.input.format.colourChannels());
    KernelPass pass = tilesPass(request, "clahe/tables", tiling);
    addDefines(pass, {{"PIXELS_PER_ITEM", 1}});
    pass.global = {std::size_t(tiling.columns * tiling.rows * request.workgroup.x), 1};
    addArguments(pass, {{"counts", counts}, {"tables", tables}});
    addArguments(pass, {{"tile_width", tiling.tile.width},
                        {"tile_height", tiling.tile.height},
                        {"limit", tiling.limit},
                        {"scale", tiling.scale}});
    pass.localBytes = (colours * 256 + 2 * 256 + colours) * 4;
    const bool countsItself = slicesOf(request, tiling) == 1;
    pass.bytes = (countsItself ? request.input.bytes() : 0) + binsOf(request, tiling);
    pass.operations = (countsItself ? request.input.samples() : 0) + binsOf(request, tiling) * 12;
    return pass;
}

KernelPass lookUpTilesPass(const PlanRequest& request, BufferRef tables, const Tiling& tiling) {
    const Size size = request.input.size;
    const int segmentPixels = isCpuDevice(request.device) ? 256 : 4;
    KernelPass pass = tilesPass(request, "clahe/look-up", tiling);
    addDefines(pass, {{"PIXELS_PER_ITEM", segmentPixels}});
    pass.global = coverBlocks(size, {segmentPixels, 1}, request.workgroup);
    addArguments(pass, {{"tables", tables},
                        {"dst", outputBuffer()},
                        {"tile_rows", tiling.rows},
                        {"tiles_per_pixel_x", tiling.perColumn()},
                        {"tiles_per_pixel_y", tiling.perRow()}});
    pass.bytes = 2 * request.input.bytes();
    pass.operations = 10 * request.input.samples();
    return pass;
}

/// For 8-bit gray on CPUs: a work-item maps pixels that lie between the same four tile centres.
KernelPass lookUpBetweenPass(const PlanRequest& request, BufferRef tables, const Tiling& tiling) {
    constexpr int parts = 2;
    KernelPass pass = lookUpTilesPass(request, tables, tiling);
    pass.kernel = "clahe_look_up_between";
    pass.program = "clahe/look-up-between";
    addDefines(pass, {{"PARTS", parts}});
    pass.global = {std::size_t(tiling.columns + 1), std::size_t((tiling.rows + 1) * parts)};
    pass.localBytes = 256 * 4;
    return pass;
}

/// The most work-items that make one table of 65536 values.
constexpr int wideItems = 256;

/// For 16 bits: counts in global memory, then replaces the counts by the tables.
Plan widePlan(const PlanRequest& request) {
    const Tiling tiling = tilingOf(request.input, request.parameters);
    const Size all{tiling.tile.width * tiling.columns, tiling.tile.height * tiling.rows};
    const int segmentPixels = isCpuDevice(request.device) ? 256 : 8;
    Plan plan;
    const BufferRef tables = plan.addScratch("tables", binsOf(request, tiling) * 4);
    KernelPass count = tilesPass(request, {"clahe/tables-16bit", "clahe_count_16bit"}, tiling);
    addDefines(count, {{"PIXELS_PER_ITEM", segmentPixels}});
    count.global = coverBlocks(all, {segmentPixels, 1}, request.workgroup);
    addArguments(count, {{"counts", tables},
                         {"tile_width", tiling.tile.width},
                         {"tile_height", tiling.tile.height},
                         {"tile_rows", tiling.rows}});
    count.bytes = request.input.bytes();
    count.operations = request.input.samples();
    KernelPass make = tilesPass(request, "clahe/tables-16bit", tiling);
    addDefines(make, {{"PIXELS_PER_ITEM", segmentPixels}});
    make.arguments = {{"tables", tables}, {"limit", tiling.limit}, {"scale", tiling.scale}};
    make.local = {std::min(request.workgroup.x, wideItems), 1};
    const std::uint64_t rows = binsOf(request, tiling) / 65536;
    make.global = {std::size_t(rows) * std::size_t(make.local.x), 1};
    make.localBytes = wideItems * 2 * 4;
    make.bytes = binsOf(request, tiling) * 8;
    make.operations = binsOf(request, tiling) * 12;
    plan.passes = {FillPass{tables, 0}, std::move(count), std::move(make), lookUpTilesPass(request, tables, tiling)};
    return plan;
}

Plan clahePlan(const PlanRequest& request) {
    if (isWide(request)) return widePlan(request);
    const Tiling tiling = tilingOf(request.input, request.parameters);
    Plan plan;
    const BufferRef counts = plan.addScratch("counts", binsOf(request, tiling) * 4);
    const BufferRef tables = plan.addScratch("tables", binsOf(request, tiling));
    if (slicesOf(request, tiling) > 1) {
        plan.passes.emplace_back(FillPass{counts, 0});
        plan.passes.emplace_back(countPass(request, counts, tiling));
    }
    plan.passes.emplace_back(tablesPass(request, counts, tables, tiling));
    const bool isAlone =
        isCpuDevice(request.device) && request.workgroup.items() == 1 && request.input.format.channels == 1;
    plan.passes.emplace_back(isAlone ? lookUpBetweenPass(request, tables, tiling)
                                     : lookUpTilesPass(request, tables, tiling));
    return plan;
}

Parameter tiles(const std::string& name, const std::string& label) {
    return integerParameter(name, label, "", 1, 32, 1, 8, "Number of tiles along this axis.");
}

} // namespace

Filter clahe() {
    Filter filter;
    filter.id = "clahe";
    filter.label = "CLAHE";
    filter.group = "Tone and contrast";
    filter.synonyms = {"adaptive histogram equalization", "local contrast", "contrast limited", "statistics"};
    filter.summary =
        "Raises local contrast: it equalizes each tile of the image and limits how much noise is amplified.";
    filter.doc = "This is contrast-limited adaptive histogram equalization (Zuiderveld 1994), as in OpenCV's CLAHE. "
                 "The histogram h of a tile of N samples has B = 256 or 65536 bins. Each bin is clipped at floor(limit "
                 "N / B), at least 1; the excess is distributed over all bins. Value j of the tile becomes round((B - "
                 "1) / N x sum of h(0..j)). Each pixel is interpolated between the tables of the four nearest tiles, "
                 "in float, and rounded half to even. Each colour channel is filtered by itself; alpha is copied. For "
                 "16 bits, the table of a tile needs 256 KiB of device memory per channel.";
    filter.parameters = {realParameter("limit", "Clip limit", "", 0, 100, 0.5, 4,
                                       "Limit of a bin, as a multiple of the mean bin; 0: no limit."),
                         tiles("columns", "Tiles across"), tiles("rows", "Tiles down")};
    filter.accepts = {SampleType::U8, SampleType::U16};
    filter.reference = claheReference;
    filter.variants = {Variant{
        .id = "tables",
        .label = "Tables of tiles",
        .idea = "A workgroup counts a tile, or a slice of it, in local memory. Tables are made from the counts, and "
                "each pixel is interpolated between four of them. For gray 8-bit images on CPUs, the four values of a "
                "tone share a word.",
        .workgroups = lineWorkgroups(),
        .plan = clahePlan,
        .communication = Communication::AcrossWorkgroups,
    }};
    filter.choices = {{
        // A workgroup of one work-item needs no atomics.
        {.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{1, 1}},
        {.workgroup = Workgroup{512, 1},
         .measured = "H200, 2026-11-22, 8192 x 8192, gray 8-bit: counted in 4 slices per compute unit 0.033 "
                     "ms, in 8 slices 0.036 ms, in 2 slices 0.038 ms"},
    }};
    acceptLuma(filter, LumaUse::Shift);
    acceptFloatsVia16Bit(filter);
    return filter;
}

} // namespace lightbench::filters
