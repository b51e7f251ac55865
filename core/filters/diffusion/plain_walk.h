// The plain variant of error diffusion, which error-diffusion and floyd-steinberg share.
#pragma once

#include "core/framework/filter.h"

namespace lightbench::filters {

/// One work-item that walks over the image, in place of waves of them. One of a GPU takes a second for a few million
/// pixels. It takes no palettes.
Variant plainWalkVariant(MakePlan plan);

} // namespace lightbench::filters
