// The GPU variants that local-maximum and peaks share: kernels/windows/window_maximum.clh, maximum_blocks.clh and
// maximum_strips.clh under each filter's own kernel names.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/filter/filter.h"

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

/// The plans of the shared variants for one filter.
struct MaximumPlans {
    Plan (*local)(const PlanRequest& request);
    Plan (*prefix)(const PlanRequest& request);
    Plan (*twoBlocks)(const PlanRequest& request);
    Plan (*vanHerk)(const PlanRequest& request);
    Plan (*blocks)(const PlanRequest& request);
    Plan (*strips)(const PlanRequest& request);
};
/// A filter's own variant `direct`, then the shared ones.
std::vector<Variant> windowMaximumVariants(const Variant& direct, const MaximumPlans& plans);

/// The same for a filter that says by `use` how a request of it uses the maxima.
template <MaximumUse (*use)(const PlanRequest&)> std::vector<Variant> windowMaximumVariantsFor(const Variant& direct) {
    using enum MaximumVariant;
    const MaximumPlans plans{
        .local = [](const PlanRequest& r) { return windowMaximumPlan(Local, use(r), r); },
        .prefix = [](const PlanRequest& r) { return windowMaximumPlan(Prefix, use(r), r); },
        .twoBlocks = [](const PlanRequest& r) { return windowMaximumPlan(TwoBlocks, use(r), r); },
        .vanHerk = [](const PlanRequest& r) { return windowMaximumPlan(VanHerk, use(r), r); },
        .blocks = [](const PlanRequest& r) { return windowMaximumPlan(Blocks, use(r), r); },
        .strips = [](const PlanRequest& r) { return windowMaximumPlan(Strips, use(r), r); },
    };
    return windowMaximumVariants(direct, plans);
}

/// What is best of the shared variants.
ChoiceTable windowMaximumChoices();

} // namespace lightbench
