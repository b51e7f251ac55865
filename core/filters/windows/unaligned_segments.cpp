#include "core/filters/windows/unaligned_segments.h"

#include "core/device/device_traits.h"

namespace lightbench {

int unalignedSegment(Format format) { return format.channels == 4 ? 4 : 8; }

void addUnalignedSegments(KernelPass& pass, const PlanRequest& request) {
    const int segmentPixels = unalignedSegment(request.input.format);
    addDefines(pass, {{"LANES", segmentPixels * request.input.format.channels},
                      {"ALIGNED", request.input.size.width % segmentPixels == 0},
                      {"UNALIGNED_WORDS", !isCpuDevice(request.device)}});
    pass.defines.push_back(packedDefine(request.device));
}

int helpers(const PlanRequest& request, int radius) {
    const int segmentPixels = unalignedSegment(request.input.format);
    return divideUp(radius, segmentPixels);
}

int linesAcross(const PlanRequest& request, int radius) {
    const int makers = request.workgroup.x - 2 * helpers(request, radius);
    const int wide = makers * unalignedSegment(request.input.format);
    return divideUp(request.input.size.width, wide);
}

std::string helpersProblem(Workgroup group, const PlanRequest& request, int radius) {
    const int needed = 2 * helpers(request, radius) + 1;
    if (group.y == 1 && group.x >= needed) return {};
    return "this window takes a line of at least " + std::to_string(needed) + " work-items, not " +
           workgroupText(group);
}

} // namespace lightbench
