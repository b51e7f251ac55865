// Makes passes for runs at unaligned addresses, and for workgroups that are lines of runs.
#include "core/filters/windows/unaligned_runs.h"

#include "core/device/device_traits.h"

namespace lightbench {

int unalignedRun(Format format) { return format.channels == 4 ? 4 : 8; }

void addUnalignedRuns(KernelPass& pass, const PlanRequest& request) {
    const int run = unalignedRun(request.input.format);
    pass.defines.insert(pass.defines.end(), {{"LANES", std::to_string(run * request.input.format.channels)},
                                             {"ALIGNED", request.input.size.width % run == 0 ? "1" : "0"},
                                             {"UNALIGNED_WORDS", isCpuDevice(request.device) ? "0" : "1"},
                                             packedDefine(request.device)});
}

int helpers(const PlanRequest& request, int radius) {
    const int run = unalignedRun(request.input.format);
    return (radius + run - 1) / run;
}

int linesAcross(const PlanRequest& request, int radius) {
    const int makers = request.workgroup.x - 2 * helpers(request, radius);
    const int wide = makers * unalignedRun(request.input.format);
    return (request.input.size.width + wide - 1) / wide;
}

std::string helpersProblem(Workgroup group, const PlanRequest& request, int radius) {
    const int needed = 2 * helpers(request, radius) + 1;
    if (group.y == 1 && group.x >= needed) return {};
    return "this window takes a line of at least " + std::to_string(needed) + " work-items, not " +
           workgroupText(group);
}

} // namespace lightbench
