#include "core/framework/sample_segments.h"

#include "core/device/device_traits.h"

namespace lightbench {

namespace {
/// The samples in one segment: a 16-byte load on a GPU; on a CPU one vector, or 16 floats (the most that
/// prelude/segments.clh supports).
int segmentLanes(const PlanRequest& request, SegmentWidth width) {
    const std::size_t bytes = request.input.format.bytesPerSample();
    if (!isCpuDevice(request.device)) return 16 / int(bytes);
    return width == SegmentWidth::Samples ? integerLanes(request.device, bytes) : 16;
}

/// Samples per work-item on a CPU. On a GPU a work-item maps one segment.
constexpr int samplesPerWorkItem = 256;
} // namespace

KernelPass sampleSegmentsPass(const PlanRequest& request, KernelName name, int operations, SegmentWidth width) {
    const ImageShape& input = request.input;
    const int lanes = segmentLanes(request, width);
    KernelPass pass = kernelPass(request, std::move(name));
    pass.defines.push_back({"LANES", std::to_string(lanes)});
    const bool isCpu = isCpuDevice(request.device);
    if (isCpu) {
        pass.defines.push_back({"SEGMENTS", std::to_string(samplesPerWorkItem / lanes)});
        pass.defines.push_back({"STREAMING_STORES", bypassesCaches(request.device, 2 * input.bytes()) ? "1" : "0"});
    }
    pass.global = coverSegments(input.samples(), isCpu ? samplesPerWorkItem : lanes, request.workgroup);
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"samples", std::int32_t(input.samples())}};
    pass.operations = std::uint64_t(operations) * input.samples();
    return pass;
}

} // namespace lightbench
