#include "core/filters/scans/box_strips.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "core/filters/windows/float_strips.h"

namespace lightbench {

namespace {
/// Bytes for the lines of a work-item: half of a second-level cache. Less for running sums, so that the rows to
/// subtract are still in the cache.
constexpr std::uint64_t lineCacheBudget = 256 << 10, runningCacheBudget = 64 << 10;

/// What the kernel and its plan share. The kernel gets it by defines and arguments. It derives the types of its sums
/// from k itself.
struct StripLayout {
    int lanes;             ///< samples in a vector of column sums
    bool addsRowsDirectly; ///< adds the rows of a window one by one
    bool isRunning;        ///< slides down and along the rows
    int tile, rows;        ///< in pixels
    int lines;             ///< of column sums
    int levels;            ///< lines of sums along the row, besides the columns
    int pitch;             ///< pixels per line
    std::size_t sumBytes;  ///< per window sum
};

std::size_t columnBytes(Format format) { return format.type == SampleType::U8 ? 2 : 4; }

/// A vector of column sums has 64 bytes.
int lanesOf(Format format) { return format.type == SampleType::U8 ? 32 : 16; }

StripLayout stripLayout(const PlanRequest& request, int k) {
    const Format format = request.input.format;
    StripLayout strip{};
    strip.lanes = lanesOf(format);
    strip.addsRowsDirectly = k < (format.isInteger() ? 6 : 8);
    strip.isRunning = !strip.addsRowsDirectly && format.isInteger();
    strip.lines = strip.addsRowsDirectly ? 1 : strip.isRunning ? 2 : k + 2;
    strip.levels = strip.isRunning ? 0 : k < 16 ? 1 : k < 64 ? 2 : 3;
    strip.sumBytes = format.type == SampleType::U8 && k < 16 ? 2 : 4;
    const std::uint64_t pixelBytes =
        std::uint64_t(format.channels) *
        (std::uint64_t(strip.lines) * columnBytes(format) + std::uint64_t(strip.levels) * strip.sumBytes);
    const int width = request.input.size.width, segmentPixels = strip.lanes / format.channels;
    const int tiles =
        std::max(1, width / std::max(128, int((strip.isRunning ? runningCacheBudget : lineCacheBudget) / pixelBytes)));
    strip.tile = int(roundUp(std::size_t((width + tiles - 1) / tiles), std::size_t(segmentPixels)));
    // Small windows add every row again, so strips may start anywhere. Floats need whole blocks of k rows. Running sums
    // start with k rows, which pays off only in long strips.
    strip.rows = stripRows(request, strip.addsRowsDirectly || strip.isRunning ? 8 : k, tiles);
    const auto partsOf = [&](int rows) { return tiles * (request.input.size.height / rows); };
    if (strip.isRunning) strip.rows = std::max(strip.rows, k);
    while (strip.isRunning && strip.rows < 4 * k && partsOf(strip.rows + 8) >= 4 * request.device.computeUnits)
        strip.rows += 8;
    strip.pitch = int(roundUp(std::size_t(strip.tile + 2 * k + 3 * segmentPixels + 64), std::size_t(segmentPixels)));
    return strip;
}

/// The reciprocal in 16 bits, for sums of at most 15 x 15 8-bit samples.
Reciprocal shortReciprocal(std::uint32_t count) {
    const std::uint32_t shift = std::uint32_t(std::bit_width(count)) - 1;
    return {count / 2, ((1u << (16 + shift)) + count - 1) / count, shift};
}
} // namespace

Reciprocal reciprocalOf(std::uint32_t count, bool isByteSum) {
    if (count == 1) return {isByteSum ? 1u : 0u, ~0u, 0};
    const std::uint64_t word = std::uint64_t(1) << 32, whole = (word + count - 1) / count;
    const std::uint64_t largest = std::uint64_t(255) * count + count / 2;
    if (isByteSum && largest * (whole * count - word) < word) return {count / 2, std::uint32_t(whole), 0};
    const std::uint32_t bits = std::uint32_t(std::bit_width(count));
    const std::uint64_t factor = (std::uint64_t(1) << (31 + bits)) / count;
    return {count / 2, std::uint32_t(factor + (isByteSum ? 1 : 0)), bits - 1};
}

KernelPass boxStripsPass(const PlanRequest& request, int k, const std::string& border) {
    const ImageShape& input = request.input;
    const Format format = input.format;
    const bool isByte = format.type == SampleType::U8;
    const StripLayout strip = stripLayout(request, k);
    const Reciprocal reciprocal = isByte && k < 16 ? shortReciprocal(std::uint32_t(k * k)) : Reciprocal();
    KernelPass pass = kernelPass(request, "box/strips");
    pass.defines.push_back(borderDefine(border));
    addDefines(pass,
               {{"LANES", strip.lanes},
                {"K", k},
                {"IS_SMALL", strip.addsRowsDirectly},
                {"IS_RUNNING", strip.isRunning},
                {"LEVELS", k < 8 ? 1 : strip.levels + 1}, // that of the columns included; small windows have no other
                {"RECIPROCAL", reciprocal.factor},
                {"SHIFT", reciprocal.shift}});
    pass.local = {1, 1};
    pass.global = coverBlocks(input.size, {strip.tile, strip.rows}, {1, 1});
    const std::uint64_t line = std::uint64_t(strip.pitch) * std::uint64_t(format.channels);
    pass.arguments = {
        {"src", inputBuffer()},
        {"dst", outputBuffer()},
        {"width", input.size.width},
        {"height", input.size.height},
        {"tile", strip.tile},
        {"rows", strip.rows},
        {"pitch", strip.pitch},
        {"lines", LocalArgument{line * std::uint64_t(strip.lines) * columnBytes(format)}},
        {"sums", LocalArgument{std::max<std::uint64_t>(line * std::uint64_t(strip.levels) * strip.sumBytes, 4)}}};
    return pass;
}

} // namespace lightbench
