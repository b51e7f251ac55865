// Applies the stage parameters `region` and `mix` (core/framework/parameter.h), so that no filter has to know them.
// resolveStage adds one pass after the filter's plan, and the check applies the same rule to the reference. With
// neither parameter set nothing is added.
#pragma once

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// Throws Error(Usage, field "region" or "mix") if they are set for a stage whose output differs from its input in size
/// or format. It also throws if the region is entirely outside the image; a region partly outside is clipped.
void checkRegionMix(const Filter& filter, const ImageShape& input, const ImageShape& output,
                    const ParameterValues& parameters);
/// Adds the pass that blends the plan's output in place; its kernel is region_mix_segments.
void addRegionMix(Plan& plan, const PlanRequest& request);
/// True if the pass is that one.
bool isRegionMix(const KernelPass& pass);
/// The filter's reference for a stage, including its region and mix.
Image referenceImage(const Filter& filter, const Image& input, const ParameterValues& parameters);

} // namespace lightbench
