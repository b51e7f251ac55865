// The GPU variants that local-maximum and peaks share: kernels/window_maximum.clh, maximum_blocks.clh and
// maximum_strips.clh under each filter's own kernel names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/filter.h"

namespace lightbench {

/// How a filter uses window maxima. Its parameter `k` is the window's side.
struct MaximumUse {
    std::string prefix;              ///< of its kernels: "peaks_"
    std::optional<float> threshold;  ///< what its last kernels take after the height
    bool comparesWithSource = false; ///< its last pass reads the source again
};

/// The shared variants by what makes their plans.
enum class MaximumVariant { Local, Prefix, TwoBlocks, VanHerk, Blocks, Strips };
Plan windowMaximumPlan(MaximumVariant variant, const MaximumUse& use, const PlanRequest& request);

/// The variants without their plans, in the order of MaximumVariant: ids, labels, ideas and workgroup rules.
std::vector<Variant> windowMaximumVariants();

/// All but `direct`, with their plans. `use` says how the filter of a request uses the maxima.
template <MaximumUse (*use)(const PlanRequest&)> std::vector<Variant> windowMaximumVariantsFor() {
    std::vector<Variant> all = windowMaximumVariants();
    using enum MaximumVariant;
    all[std::size_t(Local)].plan = [](const PlanRequest& r) { return windowMaximumPlan(Local, use(r), r); };
    all[std::size_t(Prefix)].plan = [](const PlanRequest& r) { return windowMaximumPlan(Prefix, use(r), r); };
    all[std::size_t(TwoBlocks)].plan = [](const PlanRequest& r) { return windowMaximumPlan(TwoBlocks, use(r), r); };
    all[std::size_t(VanHerk)].plan = [](const PlanRequest& r) { return windowMaximumPlan(VanHerk, use(r), r); };
    all[std::size_t(Blocks)].plan = [](const PlanRequest& r) { return windowMaximumPlan(Blocks, use(r), r); };
    all[std::size_t(Strips)].plan = [](const PlanRequest& r) { return windowMaximumPlan(Strips, use(r), r); };
    return all;
}

/// The shared variant that is the fastest on a device for k, measured.
std::string automaticMaximum(const PlanRequest& request);

} // namespace lightbench
