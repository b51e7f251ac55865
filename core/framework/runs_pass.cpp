// Run lengths by device, and the pass that they make.
#include "core/framework/runs_pass.h"

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// The widest load of a GPU is 16 bytes; common.clh has vectors of 16 floats at most.
int runLanes(const PlanRequest& request, RunWidth width) {
    const std::size_t bytes = request.input.format.bytesPerSample();
    if (!isCpuDevice(request.device)) return 16 / int(bytes);
    return width == RunWidth::Samples ? integerLanes(request.device, bytes) : 16;
}

/// Samples that a work-item maps on CPUs; elsewhere a single run.
constexpr int samplesOfItem = 256;
} // namespace

KernelPass runsPass(const PlanRequest& request, std::string kernel, int operations, RunWidth width) {
    const ImageShape& input = request.input;
    const int lanes = runLanes(request, width);
    KernelPass pass;
    pass.kernel = std::move(kernel);
    pass.defines = formatDefines(input.format, input.format);
    pass.defines.push_back({"LANES", std::to_string(lanes)});
    const bool isHost = isCpuDevice(request.device);
    if (isHost) {
        pass.defines.push_back({"RUNS", std::to_string(samplesOfItem / lanes)});
        pass.defines.push_back({"STREAMING_STORES", bypassesCaches(request.device, 2 * input.bytes()) ? "1" : "0"});
    }
    pass.global = coverRuns(input.samples(), isHost ? samplesOfItem : lanes, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"samples", std::int32_t(input.samples())}};
    pass.bytes = 2 * input.bytes();
    pass.operations = std::uint64_t(operations) * input.samples();
    return pass;
}

} // namespace lightbench
