#include "core/filters/windows/bordered_segments.h"

#include <algorithm>

#include "core/device/device_traits.h"
#include "core/framework/border.h"

namespace lightbench {

namespace {

/// The samples of a CPU's vector, or of a GPU's load of 8 or 16 bytes.
int lanesOf(const PlanRequest& request) {
    const int lanes = vectorLanes(request.device);
    return request.input.format.type == SampleType::F32 ? lanes : std::max(lanes, 8);
}

std::string borderOf(const ParameterValues& parameters) {
    return parameters.all().contains("border") ? parameters.choice("border") : "replicate";
}

} // namespace

KernelPass borderedSegmentsPass(const PlanRequest& request, KernelName name, int rows) {
    const Size size = request.input.size;
    const Format format = request.input.format;
    const int lanes = lanesOf(request), segmentPixels = lanes / format.channels;
    if (!isCpuDevice(request.device)) rows = (rows + 1) / 2;
    KernelPass pass = kernelPass(request, std::move(name));
    addDefines(pass, {{"LANES", lanes}, {"ALIGNED", size.width % segmentPixels == 0}, {"ROWS", rows}});
    pass.defines.push_back(borderDefine(borderOf(request.parameters)));
    pass.global = coverBlocks(size, {segmentPixels, rows}, request.workgroup);
    return pass;
}

ChoiceTable borderedSegmentsChoices() {
    return {{{.devices = {DeviceClass::Cpu}, .workgroup = Workgroup{16, 4}}, {.workgroup = Workgroup{32, 4}}}};
}

WorkgroupRule composedWorkgroups() { return {WorkgroupRule::Area, {{8, 8}, {16, 4}, {32, 4}, {32, 8}}, nullptr}; }

} // namespace lightbench
