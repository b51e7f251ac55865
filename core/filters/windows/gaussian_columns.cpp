// The passes that blur columns first, and then rows from shared local memory.
#include "core/filters/windows/gaussian_columns.h"

#include "core/filters/windows/unaligned_segments.h"
#include "core/framework/border.h"

namespace lightbench::filters {

KernelPass gaussianColumnsPass(const PlanRequest& request, std::string kernel, int radius) {
    const Format format = request.input.format;
    const Size size = request.input.size;
    const int rows = format.channels == 4 ? 4 : 8;
    KernelPass pass;
    pass.kernel = std::move(kernel);
    pass.defines = formatDefines(format, format);
    pass.defines.push_back(borderDefine(request.parameters.choice("border")));
    addUnalignedSegments(pass, request);
    pass.defines.insert(pass.defines.end(), {{"ROWS", std::to_string(rows)},
                                             {"RADIUS", std::to_string(radius)},
                                             {"ITEMS", std::to_string(request.workgroup.x)}});
    addTuning(pass, tuningOf<UnrolledLoops>(request));
    pass.local = request.workgroup;
    pass.global = {std::size_t(linesAcross(request, radius)) * std::size_t(request.workgroup.x),
                   std::size_t((size.height + rows - 1) / rows)};
    pass.arguments = {{"src", inputBuffer()}, {"dst", outputBuffer()}, {"width", size.width}, {"height", size.height}};
    const int samples = request.workgroup.x * unalignedSegment(format) * format.channels;
    pass.localBytes = std::uint64_t(rows) * std::uint64_t(samples) * sizeof(float);
    pass.bytes = 2 * request.input.bytes();
    pass.operations = 4 * std::uint64_t(2 * radius + 1) * size.area() * std::uint64_t(format.colourChannels());
    return pass;
}

WorkgroupRule gaussianColumnsWorkgroups(int (*radiusOf)(const PlanRequest&)) {
    return {WorkgroupRule::Line, {{64, 1}, {128, 1}}, [radiusOf](Workgroup group, const PlanRequest& request) {
                const int radius = radiusOf(request);
                if (radius > maxColumnsRadius)
                    return "columns-first is for radii of at most " + std::to_string(maxColumnsRadius) + ", not " +
                           std::to_string(radius);
                return helpersProblem(group, request, radius);
            }};
}

} // namespace lightbench::filters
