// The measured choices of floyd-steinberg.
#include "core/filters/diffusion/error_bands.h"
#include "core/filters/diffusion/floyd_steinberg_variants.h"
#include "core/filters/dithering/palette.h"
#include "core/framework/plan.h"

namespace lightbench::filters::diffusion {

namespace {
double packedBilevel(const PlanRequest& request) { return isPackedBilevel(request); }
double toPalette(const PlanRequest& request) { return paletteOf(request.parameters) != nullptr; }
} // namespace

bool isPackedBilevel(const PlanRequest& request) {
    const ParameterValues& parameters = request.parameters;
    return request.input.format == Format{SampleType::U8, 1} && !isArticle(parameters) &&
           levelCount(parameters, 0) == 2 && parameters.integer("threshold") < 255;
}

ChoiceTable choices() {
    const std::vector<DeviceClass> cpu{DeviceClass::Cpu};
    return {{
                {.devices = cpu,
                 .where = {{.name = "to a palette", .minimum = 1}},
                 .variant = "single-group",
                 .workgroup = Workgroup{8, 1},
                 .measured = "the kernel of error-diffusion, where it was measured"},
                // So few rows are one band.
                {.where = {{.name = "to a palette", .minimum = 1}, {.name = "rows", .maximum = 64}},
                 .variant = "single-group",
                 .workgroup = Workgroup{64, 1}},
                {.where = {{.name = "to a palette", .minimum = 1}},
                 .variant = "barrier-wavefront",
                 .workgroup = Workgroup{64, 1},
                 .measured = "the kernel of error-diffusion, where it was measured"},
                {.devices = cpu,
                 .variant = "pipelined",
                 .workgroup = Workgroup{1, 1},
                 .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048: 2.86 ms, every other variant 9.9 ms or more"},
                {.where = {{.name = "packed bilevel", .minimum = 1}},
                 .variant = "pipelined",
                 .workgroup = Workgroup{64, 1},
                 .tuning = {{"block-columns", 32}, {"row-lag", 3}},
                 .measured = "H200, 2026-11-22, 8192 x 8192: 1.275 ms, as a plane 1.525 ms, barrier-wavefront 9.6 ms"},
                {.channels = 4,
                 .variant = "pipelined",
                 .workgroup = Workgroup{160, 1},
                 .measured = "H200, 2026-11-22, 8192 x 8192, RGBA 8-bit: 1.95 ms, with one loader warp 2.98 ms, all "
                             "channels by one lane 6.4 ms"},
                {.variant = "pipelined",
                 .workgroup = Workgroup{192, 1},
                 .tuning = {{"block-columns", 32}, {"row-lag", 2}, {"loader-warps", 2}},
                 .measured = "H200, 2026-11-22, 8192 x 8192, levels=4: 1.70 ms, 1.80 ms with a lag of 3, "
                             "1.88 ms with one loader warp"},
                // Few bands, so that few threads wait for each other. A thread that waits keeps its core busy, which
                // hurts wherever threads outnumber cores.
                {.devices = cpu, .variant = "barrier-wavefront", .workgroup = Workgroup{128, 1}},
                {.variant = "barrier-wavefront",
                 .workgroup = Workgroup{64, 1},
                 .measured = "H200, 2026-11-21, 8192 x 8192: 9.6 ms, 11.5 ms in groups of 32, 10.0 ms in "
                             "groups of 128"},
                {.devices = cpu,
                 .variant = "row-per-group",
                 .workgroup = Workgroup{1, 1},
                 .measured = "PoCL, 2 cores, 2026-11-21, 2048 x 2048: 12.1 ms, in larger groups 13.1 to 21.4 ms"},
                {.variant = "row-per-group", .workgroup = Workgroup{32, 1}},
                {.variant = "row-per-item", .workgroup = Workgroup{64, 1}},
                {.variant = "row-per-item-polling", .workgroup = Workgroup{64, 1}},
                {.devices = cpu, .variant = "single-group", .workgroup = Workgroup{256, 1}},
                {.variant = "single-group", .workgroup = Workgroup{1024, 1}},
                {.devices = cpu, .tuning = {{"chunk", 256}}},
                {.tuning = {{"chunk", 32}}},
            },
            {{"packed bilevel", packedBilevel}, {"to a palette", toPalette}, {"rows", imageRows}}};
}

} // namespace lightbench::filters::diffusion
