// Chooses how many workgroups count, and whether the key range is divided.
#include "core/filters/counting/key_counts.h"

#include <algorithm>
#include <utility>

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
// The same as in kernels/counting/key_counts.clh.
constexpr std::size_t parts = 3;
constexpr std::uint64_t counterBytes = (65536 / parts + 1) / 2 * 2 * 2;
/// The least pixels per segment, because each segment ends with up to 65536 additions to the tables.
constexpr std::size_t minPixels = 65536;
} // namespace

bool countsKeysInParts(const PlanRequest& request) {
    return !isCpuDevice(request.device) && request.device.localMemory >= counterBytes + 1024;
}

KernelPass keyCountsPass(const PlanRequest& request, std::string program) {
    const std::size_t busy = 2 * std::size_t(std::max(1, request.device.computeUnits)) / parts;
    const std::size_t pixels = request.input.size.area();
    const std::size_t segments = std::clamp<std::size_t>(pixels / minPixels, 1, std::max<std::size_t>(busy, 1));
    KernelPass pass;
    pass.kernel = program + "_count_in_parts";
    pass.program = std::move(program);
    pass.defines = formatDefines(request.input.format, request.input.format);
    pass.local = request.workgroup;
    pass.global = {segments * parts * std::size_t(request.workgroup.x), 1};
    pass.arguments = {{"src", inputBuffer()}, {"pixels", std::int32_t(pixels)}};
    pass.localBytes = counterBytes;
    pass.bytes = request.input.bytes();
    pass.operations = request.input.samples();
    return pass;
}

} // namespace lightbench
