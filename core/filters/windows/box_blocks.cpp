#include "core/filters/windows/box_blocks.h"

namespace lightbench {

namespace {
/// Turns a line of work-items into rows of 32 if it divides, because neighbouring blocks share loads in both
/// directions.
Workgroup areaOf(Workgroup group) { return group.y == 1 && group.x % 32 == 0 ? Workgroup{32, group.x / 32} : group; }
} // namespace

KernelPass boxBlocksPass(const PlanRequest& request, KernelName name, int k, const std::string& border) {
    const ImageShape& input = request.input;
    const bool isColour = input.format.channels == 4;
    const auto tuning = tuningOf<BoxBlocksTuning>(request);
    // Eight gray samples or four pixels per row of a block are what registers can hold.
    const int pixels = isColour ? 4 : 8, rows = tuning.pairRows, halves = isColour ? 1 : 2;
    KernelPass pass = kernelPass(request, std::move(name));
    pass.defines.push_back(borderDefine(border));
    addDefines(pass, {{"PIXELS", pixels}});
    addTuning(pass, tuning);
    addDefines(pass, {{"RADIUS", k / 2}, {"ALIGNED", input.size.width % pixels == 0}});
    pass.defines.push_back(packedDefine(request.device));
    pass.local = areaOf(request.workgroup);
    pass.global = coverGlobal(
        {divideUp(input.size.width, pixels), (input.size.height + rows * halves - 1) / (rows * halves)}, pass.local);
    return pass;
}

std::vector<MeasuredChoice> boxBlocksCuts(const std::string& variant) {
    return {{.channels = 4,
             .variant = variant,
             .tuning = {{"pair-rows", 6}},
             .measured = "H200, 2026-11-22, 8192 x 8192, box of RGBA 8-bit, k = 5: 0.166 to 0.177 ms, 4 rows 0.178 ms"},
            {.where = {{.name = "k", .minimum = 10}},
             .variant = variant,
             .tuning = {{"pair-rows", 6}},
             .measured = "H200, 2026-11-22, 8192 x 8192, box of gray 8-bit, k = 11: 0.091 ms, 4 rows 0.102 ms"},
            {.variant = variant,
             .tuning = {{"pair-rows", 4}},
             .measured = "H200, 2026-11-22, 8192 x 8192, box of gray 8-bit, k = 5: 0.058 ms, 8 rows 0.062 ms"}};
}

} // namespace lightbench
