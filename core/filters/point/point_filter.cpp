// Makes the plain variant: one work-item for each pixel.
#include "core/filters/point/point_filter.h"

#include "core/framework/plain_variant.h"

namespace lightbench {

Variant plainPointVariant(const std::string& name, int operations, ImageShape (*shape)(const ImageShape& input)) {
    return plainVariant("Each work-item loads a pixel and stores its result.", [=](const PlanRequest& request) {
        const ImageShape output = shape(request.input);
        KernelPass pass = plainPass(request, name, output.format, operations);
        pass.operations = std::uint64_t(operations) * output.samples();
        return singlePass(std::move(pass));
    });
}

} // namespace lightbench
