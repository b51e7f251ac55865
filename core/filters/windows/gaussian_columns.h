// Gaussian blurs of few taps for GPUs: the host's side of kernels/windows/gaussian_columns.clh, which other filters go
// on from.
#pragma once

#include <string>

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench::filters {

/// The radius up to which such a blur is made.
constexpr int mostColumnsRadius = 16;
/// A kernel that blurs columns first, from the input to the output by the parameter `border`, with windows of that
/// radius or less; weights, and what it takes beside src, dst, width and height, are for the caller to add. Cut
/// `unrolled`.
KernelPass gaussianColumnsPass(const PlanRequest& request, std::string kernel, int radius);
/// Lines of 64 or 128 work-items; `radiusOf` says how far windows reach.
WorkgroupRule gaussianColumnsWorkgroups(int (*radiusOf)(const PlanRequest&));

} // namespace lightbench::filters
