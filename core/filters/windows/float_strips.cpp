#include "core/filters/windows/float_strips.h"

#include "core/device/device_traits.h"

namespace lightbench {

namespace {

FloatStrip stripOf(int width, int height, int radius, Format format) {
    FloatStrip strip{width, height, radius, 0, 0};
    strip.pitch = roundUp(std::size_t((width + 2 * radius) * format.channels), 32) + 32;
    strip.bytes = strip.pitch * std::size_t(height + 2 * radius) * sizeof(float);
    return strip;
}

} // namespace

FloatStrip floatStrip(const PlanRequest& request, int radius, int widest, int spareLines) {
    const Format format = request.input.format;
    const std::uint64_t memory = request.device.localMemory;
    FloatStrip strip = stripOf(widest, 32, radius, format);
    const auto fits = [&] { return strip.bytes + std::size_t(spareLines) * strip.pitch * sizeof(float) <= memory; };
    while (strip.width > 64 && strip.bytes > memory / 2)
        strip = stripOf(strip.width / 2, strip.height, radius, format);
    while (!fits() && strip.height > 8)
        strip = stripOf(strip.width, strip.height / 2, radius, format);
    // At least a pair of vectors, which is computed together.
    while (!fits() && strip.width * format.channels > 32)
        strip = stripOf(strip.width / 2, strip.height, radius, format);
    return strip;
}

void coverWithStrips(KernelPass& pass, const FloatStrip& strip, Size size) {
    addArguments(pass, {{"strip_width", strip.width},
                        {"strip_height", strip.height},
                        {"pitch", std::int32_t(strip.pitch)},
                        {"strip", LocalArgument{strip.bytes}}});
    addDefines(pass, {{"LANES", 16}});
    pass.global = coverBlocks(size, {strip.width, strip.height}, {1, 1});
}

int stripRows(const PlanRequest& request, int step, int tiles) {
    const int height = request.input.size.height;
    int rows = divideUp(64, step) * step;
    while (rows > step && tiles * divideUp(height, rows) < 4 * request.device.computeUnits)
        rows -= step;
    return rows;
}

void coverWithLines(KernelPass& pass, const PlanRequest& request, int tile, int lines, int k, int step) {
    const Size size = request.input.size;
    const Format format = request.input.format;
    const int lanes = integerLanes(request.device, format.bytesPerSample()), segmentPixels = lanes / format.channels;
    const int tiles = divideUp(size.width, tile), rows = stripRows(request, step, tiles);
    const bool isAligned = size.width % segmentPixels == 0 && tile % segmentPixels == 0;
    const bool isStreamed = isAligned && bypassesCaches(request.device, 2 * request.input.bytes());
    addDefines(pass, {{"LANES", lanes}, {"TILE", tile}});
    // Windows of windows, and what the last vectors read beyond.
    const int linePixels = tile + 2 * k + 2 * segmentPixels;
    addDefines(pass, {{"LINES", lines}, {"LINE_PIXELS", linePixels}, {"STREAMING_STORES", isStreamed}});
    pass.global = coverGlobal({tiles, divideUp(size.height, rows)}, request.workgroup);
    const std::uint64_t pixels =
        std::uint64_t(lines) * std::uint64_t(request.workgroup.items()) * std::uint64_t(linePixels);
    addArguments(pass, {{"strip_rows", rows}, {"lines", LocalArgument{pixels * format.bytesPerPixel()}}});
}

std::string missingLineMemory(const DeviceInfo& device) {
    if (device.localMemory >= 512 << 10) return {};
    return "it needs 512 KiB of local memory, as CPU devices have";
}

WorkgroupRule stripWorkgroups() { return singleItemWorkgroups("strips"); }

} // namespace lightbench
