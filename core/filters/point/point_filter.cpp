// Makes the variant with one work-item per pixel.
#include "core/filters/point/point_filter.h"

#include "core/framework/plan.h"

namespace lightbench {

Variant directPointVariant(const std::string& name, int operations, ImageShape (*shape)(const ImageShape& input)) {
    const auto plan = [=](const PlanRequest& request) {
        const ImageShape output = shape(request.input);
        KernelPass pass;
        pass.program = name + "/direct";
        pass.kernel = name + "_direct";
        pass.defines = formatDefines(request.input.format, output.format);
        pass.global = coverGlobal(request.input.size, request.workgroup);
        pass.local = request.workgroup;
        pass.arguments = {{"src", inputBuffer()},
                          {"dst", outputBuffer()},
                          {"width", request.input.size.width},
                          {"height", request.input.size.height}};
        pass.bytes = request.input.bytes() + output.bytes();
        pass.operations = std::uint64_t(operations) * output.samples();
        return singlePass(std::move(pass));
    };
    return Variant{
        .id = "direct",
        .label = "Direct",
        .idea = "One work-item per pixel, with one load of a whole pixel and one store.",
        .workgroups = areaOrDriverChosenWorkgroups(),
        .plan = plan,
    };
}

} // namespace lightbench
