// Tuning of gaussian: how the fused variant divides an image into strips and steps, and the local memory for that. It
// also has the measured choices between all variants, with device and date.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/filters/windows/gaussian_passes.h"
#include "core/framework/tuning_parameters.h"

namespace lightbench::filters {

/// The tuning parameters of variant fused.
struct FusedTuning {
    bool rolling = false;           ///< unfinished sums of a column stay in registers, if local memory suffices
    int rollingMemory = 0;          ///< the maximum local memory for that, bytes
    int rollingSteps = 0;           ///< the maximum number of steps per workgroup with `rolling`; 0: no limit
    int steps = 0;                  ///< the same without it
    int segmentY = 1, segmentV = 1; ///< pixels per work-item along rows, without `rolling`
    bool wholeLoads = false;        ///< of four pixels, where rows allow it
    bool unrolled = false;          ///< loops
};
constexpr auto fields(const FusedTuning*) {
    using T = FusedTuning;
    return FieldList{Field{"rolling", &T::rolling, NotInReport},
                     Field{"rolling-memory", &T::rollingMemory, NotInReport},
                     Field{"rolling-steps", &T::rollingSteps, NotInReport},
                     Field{"steps", &T::steps, NotInReport},
                     Field{"segment-y", &T::segmentY, NotInReport},
                     Field{"segment-v", &T::segmentV, NotInReport},
                     Field{"whole-loads", &T::wholeLoads, NotInReport},
                     Field{"unrolled", &T::unrolled}};
}

/// How gaussian_fused divides the image (kernels/windows/gaussian/fused.cl): strips of `strip` columns, `step` rows at
/// a time.
struct FusedDivision {
    int strip = 0, step = 0, segmentX = 0, segmentY = 0, segmentV = 0, steps = 0;
    bool rolling = false; ///< no ring buffer: unfinished sums of a column stay in registers
};

/// Where gaussian_fused keeps its rows in local memory. The kernel gets the members as defines.
struct FusedLayout {
    int lead = 0;         ///< columns to the left of the strip, so that rows begin at a multiple of four pixels
    int lineLength = 0;   ///< samples of a row that are loaded: whole packets of four
    int linePitch = 0;    ///< floats from line to line
    int blurredPitch = 0; ///< floats from blurred row to blurred row
    int lag = 0;          ///< the steps in addition to those of the rows, for what windows reach beyond these
};

/// The floats from row to row, so that the rows of work-items side by side begin in different memory banks.
inline int bankedPitch(int floats) { return (floats + 27) / 32 * 32 + 4; }

inline FusedLayout fusedLayout(const FusedDivision& division, int radius) {
    FusedLayout layout;
    layout.lead = (radius + 3) / 4 * 4;
    layout.lineLength = (division.strip + layout.lead + radius + 3) / 4 * 4;
    layout.linePitch = bankedPitch(layout.lineLength);
    layout.blurredPitch = bankedPitch(division.strip);
    layout.lag = divideUp(2 * radius, division.step);
    return layout;
}

inline std::uint64_t fusedLocalBytes(const FusedDivision& division, int radius) {
    const FusedLayout layout = fusedLayout(division, radius);
    const int lines = division.step * layout.linePitch, blurred = division.step * layout.blurredPitch;
    const int floats = division.rolling ? 2 * (lines + blurred) : lines + (layout.lag + 1) * blurred;
    return std::uint64_t(floats) * sizeof(float);
}

/// Steps per workgroup of the fused variant. It chooses the number of parts per strip with the fewest sequential steps,
/// including those that fill the ring. It assumes four workgroups per compute unit.
inline int fusedSteps(const FusedDivision& division, const FusedTuning& tuning, const PlanRequest& request,
                      int radius) {
    const Size size = request.input.size;
    const int strips = divideUp(size.width, division.strip) * request.input.format.colourChannels();
    const int all = divideUp(size.height, division.step);
    const int lag = fusedLayout(division, radius).lag;
    const int atOnce = 4 * std::max(1, request.device.computeUnits);
    int best = all, fewest = std::numeric_limits<int>::max();
    for (int parts = 1; parts <= all; ++parts) {
        const int steps = divideUp(all, parts);
        const int inARow = divideUp(strips * parts, atOnce) * (steps + lag);
        if (inARow < fewest) best = steps, fewest = inARow;
    }
    const int maximum = division.rolling ? tuning.rollingSteps : tuning.steps;
    return maximum == 0 ? best : std::min(best, std::max(maximum, 4 * lag));
}

/// True if registers hold the unfinished sums of a column, one work-item per column: chosen by the table and within its
/// memory limit.
inline bool rolls(const FusedDivision& division, const FusedTuning& tuning, const PlanRequest& request, int radius) {
    if (!tuning.rolling || division.strip < 64) return false;
    const auto maximum = std::min(request.device.localMemory, std::uint64_t(tuning.rollingMemory));
    return fusedLocalBytes(division, radius) <= maximum;
}

inline FusedDivision fusedDivision(const FusedTuning& tuning, const PlanRequest& request, int radius) {
    FusedDivision rolling{request.workgroup.items(), 16, 16, 16, 1, 0, true};
    if (rolls(rolling, tuning, request, radius)) {
        rolling.steps = fusedSteps(rolling, tuning, request, radius);
        return rolling;
    }
    FusedDivision division{128, 16, 16, tuning.segmentY, tuning.segmentV, 0, false};
    while (division.strip > 16 && fusedLocalBytes(division, radius) + 1024 > request.device.localMemory)
        division.strip /= 2;
    division.steps = fusedSteps(division, tuning, request, radius);
    return division;
}

/// The measured choices.
inline ChoiceTable gaussianChoices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return {
        {
            {.devices = cpu,
             .variant = "strips",
             .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048, gray 8-bit, 31 taps: 2.97 ms, two-pass 10.3 ms, "
                         "fused 108 ms"},
            {.minCapability = 80,
             .types = {SampleType::U8},
             .channels = 4,
             .where = {{"radius", 3, 16}},
             .variant = "matrix-products",
             .measured = "H200, 2026-11-23, 8192 x 8192, RGBA 8-bit: 7 taps: 0.26 ms, columns-first 0.30 ms; 13 "
                         "taps: 0.26 ms, columns-first 0.59 ms; 31 taps: 0.42 ms, fused 0.85 ms"},
            {.minCapability = 80,
             .types = {SampleType::U8},
             .channels = 1,
             .where = {{"radius", 4, 64}},
             .variant = "matrix-products",
             .measured = "H200, 2026-11-23, gray 8-bit: 8192 x 8192, 13 taps: 0.110 ms, fused 0.212 ms; 8192 x "
                         "8192, 31 taps: 0.142 ms, fused 0.253 ms; 8192 x 8192, 121 taps: 0.58 ms, fused 1.87 ms; "
                         "3840 x 2160, 9 taps: 0.021 ms, columns-first 0.030 ms"},
            {.types = {SampleType::F32},
             .channels = 4,
             .where = {{"radius", 10, maxColumnsRadius}},
             .variant = "columns-first",
             .workgroup = Workgroup{128, 1},
             .measured = "H200, 2026-11-24, 8192 x 8192, RGBA float, 31 taps: 2.03 ms, fused 2.56 ms"},
            {.types = {SampleType::U16, SampleType::F32},
             .channels = 4,
             .where = {{"radius", 0, 9}},
             .variant = "columns-first",
             .workgroup = Workgroup{64, 1},
             .measured = "H200, 2026-11-24, 8192 x 8192, RGBA: 15 taps, 16-bit: 0.96 ms, fused 1.25 ms; 15 taps, "
                         "float: 1.23 ms, fused 2.55 ms; 19 taps, 16-bit: 1.09 ms, fused 1.33 ms; 19 taps, float: "
                         "1.56 ms, fused 2.56 ms"},
            {.channels = 4,
             .where = {{"radius", 0, 6}},
             .variant = "columns-first",
             .workgroup = Workgroup{64, 1},
             .measured = "H200, 2026-11-22, 8192 x 8192, RGBA 8-bit: 7 taps: 0.36 ms, fused 0.67 ms; 13 taps: 0.59"
                         " ms, fused 0.74 ms"},
            {.where = {{"radius", 0, 4}},
             .variant = "columns-first",
             .workgroup = Workgroup{64, 1},
             .measured = "H200, 2026-11-22, 8192 x 8192, gray 8-bit: 7 taps: 0.113 ms, fused 0.161 ms; 13 taps: "
                         "0.212 ms, fused 0.212 ms; 19 taps: 0.34 ms, fused 0.19 ms"},
            {.variant = "fused",
             .workgroup = Workgroup{128, 1},
             .measured = "H200, 2026-11-21, 8192 x 8192, gray 8-bit, 31 taps: 0.25 ms, two-pass 1.44 ms"},
            {.variant = "strips", .workgroup = Workgroup{1, 1}},
            {.types = {SampleType::U8},
             .channels = 1,
             .where = {{"radius", 49, 64}},
             .variant = "matrix-products",
             .workgroup = Workgroup{64, 1},
             .measured = "H200, 2026-11-23, 8192 x 8192, gray 8-bit, 121 taps: 0.580 ms, 128 work-items 0.588 ms, "
                         "256 work-items 0.658 ms"},
            {.variant = "matrix-products", .workgroup = Workgroup{128, 1}},
            {.devices = cpu, .variant = "two-pass", .workgroup = Workgroup{16, 4}},
            {.variant = "two-pass", .workgroup = Workgroup{32, 8}},
            {.devices = cpu, .variant = "two-pass-local", .workgroup = Workgroup{16, 1}},
            {.variant = "two-pass-local", .workgroup = Workgroup{16, 16}},
            {.devices = cpu, .variant = "fused", .tuning = {{"rolling", 0}, {"unrolled", 0}}},
            {.variant = "fused", .tuning = {{"unrolled", 1}}},
            {.devices = cpu, .variant = "columns-first", .tuning = {{"unrolled", 0}}},
            {.variant = "columns-first", .tuning = {{"unrolled", 1}}},
            {.devices = {DeviceClass::Gpu},
             .where = {{"radius", 49, 75}},
             .variant = "fused",
             .tuning = {{"whole-loads", 0}},
             .measured = "H200, 2026-11-22, 8192 x 8192, gray 8-bit, 121 taps: 1.87 ms, with whole loads 3.87 ms"},
            {.variant = "fused", .tuning = {{"whole-loads", 1}}},
            {.types = {SampleType::U16, SampleType::F32},
             .channels = 4,
             .variant = "fused",
             .tuning = {{"rolling", 0}}},
            {.where = {{"radius", 8, 16}},
             .variant = "fused",
             .tuning = {{"rolling", 1}, {"rolling-memory", 48 * 1024}},
             .measured = "H200, 2026-11-21, 8192 x 8192, 31 taps: gray 8-bit: 0.253 ms, with the ring 0.287 ms; "
                         "gray 16-bit: 0.228 ms, with the ring 0.291 ms; gray float: 0.220 ms, with the ring 0.297"
                         " ms; RGBA 8-bit: 0.85 ms, with the ring 1.01 ms"},
            {.variant = "fused", .tuning = {{"rolling", 0}, {"rolling-memory", 0}}},
            {.channels = 4,
             .variant = "fused",
             .tuning = {{"steps", 22}, {"rolling-steps", 22}, {"segment-y", 8}, {"segment-v", 2}},
             .measured = "H200, 2026-11-21: the channels of a strip are to meet in the cache, parts of 22 steps "
                         "1.0 ms, of 128 1.39 ms; gray's segments 1.3 ms"},
            {.types = {SampleType::U8},
             .variant = "fused",
             .tuning = {{"rolling-steps", 43}},
             .measured = "H200, 2026-11-21: bytes take more registers, so that fewer groups fit at once: parts "
                         "of 43 steps 0.253 ms, of 64 0.281 ms"},
            {.variant = "fused", .tuning = {{"steps", 0}, {"rolling-steps", 0}, {"segment-y", 16}, {"segment-v", 1}}},
        },
        {{"radius", [](const PlanRequest& request) { return double(gaussianRadius(request.parameters)); }}}};
}

} // namespace lightbench::filters
