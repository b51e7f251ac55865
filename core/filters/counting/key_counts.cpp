// Chooses how many workgroups count, and whether the key range is divided.
#include "core/filters/counting/key_counts.h"

#include <algorithm>
#include <utility>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// How the counters are divided, for kernels/counting/key_counts.clh.
struct KeyCounts {
    std::size_t parts = 3; ///< workgroups that count the same pixels, each its part of the keys
    /// Counters of 16 bits are in pairs.
    constexpr std::size_t keys() const { return (65536 / parts + 1) / 2 * 2; }
    constexpr std::uint64_t localBytes() const { return keys() * 2; }
};
constexpr KeyCounts keyCounts;
/// The least pixels per segment, because each segment ends with up to 65536 additions to the tables.
constexpr std::size_t minPixels = 65536;
} // namespace

bool countsKeysInParts(const PlanRequest& request) {
    return !isCpuDevice(request.device) && request.device.localMemory >= keyCounts.localBytes() + 1024;
}

KernelPass keyCountsPass(const PlanRequest& request, const std::string& program) {
    const std::size_t busy = 2 * std::size_t(std::max(1, request.device.computeUnits)) / keyCounts.parts;
    const std::size_t pixels = request.input.size.area();
    const std::size_t segments = std::clamp<std::size_t>(pixels / minPixels, 1, std::max<std::size_t>(busy, 1));
    KernelPass pass = kernelPass(request, program + "/count-in-parts");
    addDefines(pass, {{"PARTS", std::int64_t(keyCounts.parts)}, {"PART_KEYS", std::int64_t(keyCounts.keys())}});
    pass.global = {segments * keyCounts.parts * std::size_t(request.workgroup.x), 1};
    pass.arguments = {{"src", inputBuffer()}, {"pixels", std::int32_t(pixels)}};
    pass.localBytes = keyCounts.localBytes();
    pass.bytes = request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

} // namespace lightbench
