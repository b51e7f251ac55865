// Declares for which images a single work-item is enough.
#include "core/filters/diffusion/plain_walk.h"

#include "core/filters/dithering/palette.h"
#include "core/framework/plain_variant.h"

namespace lightbench::filters {

Variant plainWalkVariant(MakePlan plan) {
    const auto takes = [](const PlanRequest& request) {
        return !paletteOf(request.parameters) && request.input.size.area() <= 4'000'000;
    };
    Variant variant = plainVariant(
        "One work-item walks over the whole image, pixel by pixel.", std::move(plan), exactly(),
        {"it takes no palette and at most 4 million pixels, because one work-item walks over each channel", takes});
    variant.workgroups = singleItemWorkgroups(variant.id);
    variant.communication = Communication::InPlace; // it loads the errors that it stored
    return variant;
}

} // namespace lightbench::filters
