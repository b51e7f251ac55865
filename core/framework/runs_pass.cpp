// Chooses the run length by device and builds the pass.
#include "core/framework/runs_pass.h"

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// GPUs load at most 16 bytes at once; common.clh has vectors of up to 16 floats.
int runLanes(const PlanRequest& request, RunWidth width) {
    const std::size_t bytes = request.input.format.bytesPerSample();
    if (!computesOnHost(request.device)) return 16 / int(bytes);
    return width == RunWidth::Samples ? sampleLanes(request.device, bytes) : 16;
}

/// Samples per work-item on CPUs. A work-item of a GPU maps a single run.
constexpr int samplesOfItem = 256;
} // namespace

KernelPass runsPass(const PlanRequest& request, std::string kernel, int operations, RunWidth width) {
    const ImageShape& input = request.input;
    const int lanes = runLanes(request, width);
    KernelPass pass;
    pass.kernel = std::move(kernel);
    pass.defines = formatDefines(input.format, input.format);
    pass.defines.push_back({"LANES", std::to_string(lanes)});
    const bool isHost = computesOnHost(request.device);
    if (isHost) {
        pass.defines.push_back({"RUNS", std::to_string(samplesOfItem / lanes)});
        pass.defines.push_back({"STREAM", streamsPastCaches(request.device, 2 * input.bytes()) ? "1" : "0"});
    }
    pass.global = coverRuns(input.samples(), isHost ? samplesOfItem : lanes, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"samples", std::int32_t(input.samples())}};
    pass.bytes = 2 * input.bytes();
    pass.operations = std::uint64_t(operations) * input.samples();
    return pass;
}

} // namespace lightbench
