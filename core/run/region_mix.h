// Applies the stage parameters `region` and `mix` (core/framework/parameter.h), so that no filter has to know them.
// resolveStage adds passes to the filter's plan, and the check applies the same rule to the reference. With neither
// parameter set nothing is added.
#pragma once

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// Throws Error(Usage, field "region" or "mix") if they are set for a stage whose output differs from its input in size
/// or format. It also throws if the region is entirely outside the image; a region partly outside is clipped.
void checkRegionMix(const Filter& filter, const ImageShape& input, const ImageShape& output,
                    const ParameterValues& parameters);
/// The part of the input that the filter of a stage computes: its region, with what its windows see around that. It is
/// the whole input unless that makes no difference to any sample of the region, and saves at least half of the work.
/// The filter's results must not depend on the place (Locality::isShiftInvariant). Sums of floats do: their rounding
/// depends on where a sum begins.
Rectangle computedPart(const Filter& filter, const ImageShape& input, const ParameterValues& parameters);
/// Extends a plan for computedPart() to one for the whole input of the request: it cuts the part out, and puts the
/// region into the output. The last pass blends the output in place; its kernel is region_mix_segments.
void addRegionMix(Plan& plan, const PlanRequest& request, const Rectangle& part);
/// True if the pass is one of those.
bool isRegionMix(const KernelPass& pass);
/// The kernel that cuts parts out and puts regions in. A stage that runs it computes a part of its image.
inline constexpr const char* partMover = "move_region_part";
/// The filter's reference for a stage, including its region and mix.
Image referenceImage(const Filter& filter, const Image& input, const ParameterValues& parameters);

} // namespace lightbench
