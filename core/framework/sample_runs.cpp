// Chooses the run length by device and builds the pass.
#include "core/framework/sample_runs.h"

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// The samples in one segment: a 16-byte load on a GPU; on a CPU one vector, or 16 floats (the most that
/// prelude/runs.clh supports).
int runLanes(const PlanRequest& request, RunWidth width) {
    const std::size_t bytes = request.input.format.bytesPerSample();
    if (!isCpuDevice(request.device)) return 16 / int(bytes);
    return width == RunWidth::Samples ? integerLanes(request.device, bytes) : 16;
}

/// Samples per work-item on a CPU. On a GPU a work-item maps one segment.
constexpr int samplesPerWorkItem = 256;
} // namespace

KernelPass sampleRunsPass(const PlanRequest& request, std::string kernel, int operations, RunWidth width) {
    const ImageShape& input = request.input;
    const int lanes = runLanes(request, width);
    KernelPass pass;
    pass.kernel = std::move(kernel);
    pass.defines = formatDefines(input.format, input.format);
    pass.defines.push_back({"LANES", std::to_string(lanes)});
    const bool isCpu = isCpuDevice(request.device);
    if (isCpu) {
        pass.defines.push_back({"RUNS", std::to_string(samplesPerWorkItem / lanes)});
        pass.defines.push_back({"STREAMING_STORES", bypassesCaches(request.device, 2 * input.bytes()) ? "1" : "0"});
    }
    pass.global = coverRuns(input.samples(), isCpu ? samplesPerWorkItem : lanes, request.workgroup);
    pass.local = request.workgroup;
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"samples", std::int32_t(input.samples())}};
    pass.bytes = 2 * input.bytes();
    pass.operations = std::uint64_t(operations) * input.samples();
    return pass;
}

} // namespace lightbench
