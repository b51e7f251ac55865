// What a stage's region and mix (core/filter/parameter.h, stageParameters) do to what its filter made: one pass behind
// those of the filter's plan, and the same on the host behind its reference. Without a region and with all of the mix
// there is neither.
#pragma once

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// Throws Error(Usage, field "region" or "mix") if a stage is to be limited or mixed whose output differs from its
/// input in size or format, or if the region lies beyond the image. Parts of it may: they count for nothing.
void checkRegionMix(const Filter& filter, const ImageShape& input, const ImageShape& output,
                    const ParameterValues& parameters);
/// Adds the pass that mixes in the plan's output, where it is; its kernel is region_mix_runs.
void addRegionMix(Plan& plan, const PlanRequest& request);
/// Whether a pass is that one.
bool isRegionMix(const KernelPass& pass);
/// The filter's reference for a stage, with its region and mix.
Image referenceImage(const Filter& filter, const Image& input, const ParameterValues& parameters);

} // namespace lightbench
