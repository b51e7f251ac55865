#include "core/filters/geometry/warp_map.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/framework/bordered_samples.h"
#include "core/framework/plain_variant.h"
#include "core/framework/plan.h"

namespace lightbench {

namespace {
/// The matrix in fixed point, in steps of 2^-shift.
struct FixedWarp {
    std::array<std::int64_t, 9> m{};
    int shift = 0;
    bool isAffine = true;
};

/// The largest absolute value that a row of the matrix can reach within the result, in fixed point.
double reachOfRow(const Warp& warp, std::size_t row) {
    const Size size = warp.result.size;
    return std::abs(warp.toInput[row]) * size.width + std::abs(warp.toInput[row + 1]) * size.height +
           std::abs(warp.toInput[row + 2]);
}
/// The maximum of reachOfRow over all rows.
double reach(const Warp& warp) {
    return std::max({1e-300, reachOfRow(warp, 0), reachOfRow(warp, 3), reachOfRow(warp, 6)});
}

/// Positions in 256ths of a pixel are clamped here, beyond every image that bilinear accepts.
constexpr int farthestPlace = 1 << 22;

bool isAffine(const WarpMatrix& m) { return m[6] == 0 && m[7] == 0 && m[8] == 1; }

/// Chooses the shift so that coordinates times 256 stay below 2^62. Affine maps have at most 40 fractional bits.
FixedWarp fixedWarp(const Warp& warp) {
    FixedWarp fixed;
    fixed.isAffine = isAffine(warp.toInput);
    fixed.shift = 52 - std::ilogb(reach(warp));
    if (fixed.isAffine) fixed.shift = std::min(fixed.shift, 40);
    for (std::size_t i = 0; i < 9; ++i)
        fixed.m[i] = std::llround(std::ldexp(warp.toInput[i], fixed.shift));
    return fixed;
}

/// floor(a / b) for b > 0.
std::int64_t floorDivided(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// The period in pixels with which the border mode repeats the image; 0 if it does not.
double periodOf(int side, Border border) {
    if (border == Border::Wrap) return side;
    return border == Border::Reflect101 ? std::max(1.0, 2.0 * (side - 1)) : 0;
}

/// The map from `make`. If the border mode repeats the image, affine maps are shifted into its first copy, so that no
/// shift is too far.
Warp placedWarp(MakeWarp make, const ImageShape& input, const ParameterValues& parameters) {
    Warp warp = make(input, parameters);
    const Border border = borderByName(parameters.choice("border"));
    const double width = periodOf(input.size.width, border), height = periodOf(input.size.height, border);
    if (width == 0 || !isAffine(warp.toInput)) return warp;
    warp.toInput[2] = std::fmod(warp.toInput[2], width);
    warp.toInput[5] = std::fmod(warp.toInput[5], height);
    return warp;
}

/// Fractional bits that positions are rounded to: none for nearest, 8 for bilinear.
int stepBits(const ParameterValues& parameters) { return parameters.choice("method") == "nearest" ? 0 : 8; }

struct SamplePosition {
    int u, v;
};

/// The source of pixel (x, y), in steps of 2^-bits pixels, rounded half up.
SamplePosition samplePositionOf(const FixedWarp& warp, std::int64_t x, std::int64_t y, int bits) {
    const auto row = [&](std::size_t i) { return warp.m[i] * x + warp.m[i + 1] * y + warp.m[i + 2]; };
    const std::int64_t w = row(6), sign = w < 0 ? -1 : 1;
    const auto point = [&](std::int64_t position) {
        if (w == 0) return 0;
        const std::int64_t steps = floorDivided(sign * position * (std::int64_t(1) << bits) + sign * w / 2, sign * w);
        return int(std::clamp<std::int64_t>(steps, -(1 << 30), 1 << 30));
    };
    return {point(row(0)), point(row(3))};
}

template <class T> T bilinear(const BorderedSamples<T>& from, SamplePosition point, int c) {
    const int x = point.u >> 8, y = point.v >> 8;
    const std::uint32_t right = point.u & 255, below = point.v & 255;
    const std::uint32_t weights[] = {(256 - right) * (256 - below), right * (256 - below), (256 - right) * below,
                                     right * below};
    const T samples[] = {from(x, y, c), from(x + 1, y, c), from(x, y + 1, c), from(x + 1, y + 1, c)};
    if constexpr (std::is_floating_point_v<T>) {
        T sum = 0;
        for (int i = 0; i < 4; ++i)
            if (weights[i] != 0) sum += float(weights[i]) / 65536.0f * samples[i]; // 0 hides a sample, even NaN
        return sum;
    } else {
        std::uint32_t sum = 1u << 15;
        for (int i = 0; i < 4; ++i)
            sum += weights[i] * samples[i];
        return T(sum >> 16);
    }
}

Image warped(const Image& input, const Warp& warp, const ParameterValues& parameters) {
    const FixedWarp fixed = fixedWarp(warp);
    const int bits = stepBits(parameters), channels = input.channels();
    Image output(warp.result);
    withSampleType(input.format().type, [&](auto zero) {
        using T = decltype(zero);
        const BorderedSamples<T> from(input, borderByName(parameters.choice("border")));
        parallelRows(output.height(), [&](int y) {
            for (int x = 0; x < output.width(); ++x) {
                const SamplePosition point = samplePositionOf(fixed, x, y, bits);
                for (int c = 0; c < channels; ++c)
                    output.row<T>(y)[x * channels + c] = bits ? bilinear(from, point, c) : from(point.u, point.v, c);
            }
        });
    });
    return output;
}

Plan warpPlan(const PlanRequest& request, const Warp& warp) {
    const FixedWarp fixed = fixedWarp(warp);
    const int bits = stepBits(request.parameters);
    Plan plan;
    KernelPass& pass = plan.add(kernelPass(request, {"warp/direct", "warp_pixels"}));
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    addDefines(pass, {{"AFFINE", fixed.isAffine}, {"STEP_BITS", bits}});
    pass.global = coverGlobal(warp.result.size, request.workgroup);
    const std::vector<std::int64_t> matrix(fixed.m.begin(), fixed.m.end());
    pass.arguments = {{"src", inputBuffer()},
                      {"dst", outputBuffer()},
                      {"matrix", plan.addTable("matrix", matrix)},
                      {"shift", fixed.shift},
                      {"source_width", request.input.size.width},
                      {"source_height", request.input.size.height},
                      {"width", warp.result.size.width},
                      {"height", warp.result.size.height}};
    pass.bytes = request.input.bytes() + warp.result.bytes();
    pass.operations = 12 * warp.result.samples();
    return plan;
}

Plan plainWarpPlan(const PlanRequest& request, const Warp& warp) {
    Plan plan = warpPlan(request, warp);
    KernelPass& pass = lastKernel(plan);
    pass.program = "warp/plain";
    pass.kernel = "warp_plain";
    std::erase_if(pass.defines, [](const auto& one) { return one.first == "AFFINE" || one.first == "STEP_BITS"; });
    removeArgument(pass, "shift");
    addArguments(pass, {{"bits", stepBits(request.parameters)}});
    return plan;
}

/// The tile of kernel warp_tiles, in result pixels.
constexpr Size tile{64, 64};

bool isGrayBytes(Format format) { return format == Format{SampleType::U8, 1}; }

/// The source area that a tile needs. For gray bytes its width is a multiple of four, otherwise odd, so that a column
/// lies in different banks of local memory.
Size boxOf(const PlanRequest& request, const Warp& warp) {
    const auto side = [&](std::size_t i) {
        return int(std::abs(warp.toInput[i]) * (tile.width - 1) + std::abs(warp.toInput[i + 1]) * (tile.height - 1)) +
               4;
    };
    return {isGrayBytes(request.input.format) ? (side(0) + 3) / 4 * 4 : side(0) | 1, side(3)};
}

/// True if positions fit 64 bits as warp_tiles computes them, and the source area fits local memory.
bool fitsTiles(const PlanRequest& request, const Warp& warp) {
    if (request.input.format.bytesPerPixel() > 4 || !isAffine(warp.toInput) || stepBits(request.parameters) == 0 ||
        reach(warp) > (1 << 20))
        return false;
    return boxOf(request, warp).area() * 4 <= std::min<std::uint64_t>(request.device.localMemory, 47 << 10);
}

/// Positions in steps of 2^-40 pixels, rounded to 256ths as by samplePositionOf.
std::vector<std::int64_t> tilePlaces(const FixedWarp& fixed) {
    std::vector<std::int64_t> places;
    for (std::size_t i = 0; i < 6; ++i)
        places.push_back(fixed.m[i] * (std::int64_t(1) << (40 - fixed.shift)));
    places[2] += std::int64_t(1) << 31;
    places[5] += std::int64_t(1) << 31;
    return places;
}

Plan tilesPlan(const PlanRequest& request, const Warp& warp) {
    Plan plan = warpPlan(request, warp);
    plan.scratch.clear();
    KernelPass& pass = lastKernel(plan);
    const Size box = boxOf(request, warp);
    const std::vector<std::int64_t> places = tilePlaces(fixedWarp(warp));
    pass.kernel = "warp_tiles";
    pass.program = "warp/tiles";
    addDefines(pass, {{"TILE_WIDTH", tile.width},
                      {"TILE_HEIGHT", tile.height},
                      {"BOX_WIDTH", box.width},
                      {"BOX_HEIGHT", box.height}});
    pass.global = coverTiles(warp.result.size, tile, request.workgroup);
    removeArgument(pass, "matrix");
    removeArgument(pass, "shift");
    addArguments(pass, {{"places", plan.addTable("places", places)}});
    pass.localBytes = box.area() * 4;
    return plan;
}

/// For CPUs: a work-item computes a segment of a row.
Plan segmentsPlan(const PlanRequest& request, const Warp& warp) {
    constexpr int segment = 256;
    Plan plan = warpPlan(request, warp);
    KernelPass& pass = lastKernel(plan);
    const Size size = warp.result.size;
    pass.kernel = "warp_segments";
    pass.program = "warp/segments";
    addDefines(pass, {{"SHARE", segment}});
    pass.global = coverBlocks(size, {segment, 1}, request.workgroup);
    return plan;
}

std::string tilesProblem(Workgroup group, const PlanRequest&) {
    if (group.items() % tile.width == 0) return {};
    return "tiles takes whole rows of " + std::to_string(tile.width) + " work-items, not " + workgroupText(group);
}
} // namespace

void checkWarp(MakeWarp make, const ImageShape& input, const ParameterValues& parameters, const std::string& field) {
    const Warp warp = placedWarp(make, input, parameters);
    const WarpMatrix& matrix = warp.toInput;
    const int longest =
        std::max({input.size.width, input.size.height, warp.result.size.width, warp.result.size.height});
    if (stepBits(parameters) != 0 && longest > farthestPlace)
        fail(ErrorKind::Usage,
             "bilinear finds its places in images of up to " + std::to_string(farthestPlace) +
                 " pixels per side; use method=nearest",
             "method");
    if (!std::ranges::all_of(matrix, [](double number) { return std::isfinite(number); }))
        fail(ErrorKind::Usage,
             "the matrix has no usable inverse: it maps the image onto a line or a point, or its numbers are too "
             "large; use one whose determinant is not 0",
             field);
    // Positions in a repeated image cannot be clamped at an edge, and perspective quotients need all digits for both
    // numbers.
    const bool repeats = periodOf(input.size.width, borderByName(parameters.choice("border"))) != 0;
    const double maximum =
        isAffine(matrix) ? (repeats ? farthestPlace : double(1ll << 40)) : farthestPlace * reachOfRow(warp, 6);
    if (!(std::max(reachOfRow(warp, 0), reachOfRow(warp, 3)) <= maximum))
        fail(ErrorKind::Usage,
             "the matrix reaches too far: it takes pixels from more than " +
                 std::to_string(isAffine(matrix) && !repeats ? 1ll << 40 : farthestPlace) +
                 " pixels away; use smaller numbers",
             field);
}

Filter warpFilter(MakeWarp warp) {
    Filter filter;
    filter.group = "Geometry";
    filter.parameters = {
        choiceParameter("method", "Method", {{"bilinear", "Bilinear"}, {"nearest", "Nearest"}}, "bilinear",
                        "bilinear: interpolates the four pixels around the position, which is rounded to 256ths of a "
                        "pixel. nearest: copies the nearest pixel; a position halfway is rounded up."),
        borderParameter()};
    filter.parameters.back().initial = std::string("constant");
    filter.check = [warp](const ImageShape& input, const ParameterValues& parameters) {
        checkWarp(warp, input, parameters, "");
    };
    filter.outputShape = [warp](const ImageShape& input, const ParameterValues& parameters) {
        return warp(input, parameters).result;
    };
    filter.reference = [warp](const Image& input, const ParameterValues& parameters) {
        return warped(input, placedWarp(warp, input.shape(), parameters), parameters);
    };
    filter.variants = {
        Variant{
            .id = "direct",
            .idea = "Each work-item makes a pixel of the result: it finds the position in 64-bit whole numbers and "
                    "loads the pixels that it needs.",
            .plan =
                [warp](const PlanRequest& request) {
                    return warpPlan(request, placedWarp(warp, request.input, request.parameters));
                },
        },
        Variant{
            .id = "tiles",
            .idea =
                "For bilinear affine maps of pixels up to 32 bits: a workgroup copies the input of a 64 x 64 tile into "
                "local memory. For 8-bit gray, one 32-bit word packs the four neighbouring pixels.",
            .workgroups = areaWorkgroups(tilesProblem),
            .applies = {"it takes bilinear affine maps only, and pixels of up to 32 bits, because the pixels of a tile "
                        "must fit into local memory",
                        [warp](const PlanRequest& request) {
                            return fitsTiles(request, placedWarp(warp, request.input, request.parameters));
                        }},
            .plan =
                [warp](const PlanRequest& request) {
                    return tilesPlan(request, placedWarp(warp, request.input, request.parameters));
                },
        },
        Variant{
            .id = "segments",
            .label = "Row segments",
            .idea = "For CPUs: each work-item makes 256 pixels of a row, 16 at a time. It computes positions and "
                    "weights in vectors, and checks for the border only where it can reach one.",
            .workgroups = {WorkgroupRule::Area, {{1, 1}, {1, 4}, {1, 16}}, nullptr},
            .plan =
                [warp](const PlanRequest& request) {
                    return segmentsPlan(request, placedWarp(warp, request.input, request.parameters));
                },
        },
        plainVariant("Each work-item finds the position of its pixel in the input by a 64-bit division, and "
                     "interpolates sample by sample.",
                     [warp](const PlanRequest& request) {
                         return plainWarpPlan(request, placedWarp(warp, request.input, request.parameters));
                     })};
    filter.choices = {
        {{.devices = {DeviceClass::Gpu, DeviceClass::Other},
          .channels = 1,
          .variant = "tiles",
          .measured = "H200, 2026-11-23, rotate by 30 degrees, 8192 x 8192, gray: 8-bit: 0.152 ms, direct 0.396"
                      " ms; 16-bit: 0.237 ms, direct 0.397 ms; float: 0.267 ms, direct 0.407 ms"},
         {.devices = {DeviceClass::Gpu, DeviceClass::Other},
          .types = {SampleType::U8},
          .variant = "tiles",
          .measured = "H200, 2026-11-23, rotate by 30 degrees, 8192 x 8192, RGBA 8-bit: 0.305 ms, direct 0.509 ms"},
         {.devices = {DeviceClass::Cpu},
          .variant = "segments",
          .workgroup = Workgroup{1, 4},
          .measured = "PoCL, 2 cores, 2026-11-23, rotate by 30 degrees, 640 x 480, 8-bit: gray: 0.7 ms, direct "
                      "2.0 ms; RGBA: 0.9 ms, direct 8.7 ms"},
         // This row decides `auto` wherever its variant runs. Later rows are for other variants.
         {.variant = "direct"},
         {.types = {SampleType::U8}, .channels = 1, .variant = "tiles", .workgroup = Workgroup{64, 2}},
         {.variant = "tiles", .workgroup = Workgroup{64, 4}},
         {.variant = "segments", .workgroup = Workgroup{1, 4}}}};
    return filter;
}

} // namespace lightbench
