// Gaussian blurs of small radius for GPUs, columns first: the host side of kernels/windows/gaussian_columns.clh.
// difference-of-gaussians and unsharp-mask build on it.
#pragma once

#include <string>

#include "core/filters/windows/unrolled_loops.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

/// The largest radius of this method, pixels.
constexpr int maxColumnsRadius = 16;
/// A pass whose kernel blurs columns first, with the parameter `border` and at most that radius. The caller adds
/// weights and other arguments besides src, dst, width and height. Its tuning parameters are UnrolledLoops.
KernelPass gaussianColumnsPass(const PlanRequest& request, std::string kernel, int radius);
/// One-dimensional workgroups of 64 or 128; `radiusOf` gives the radius of the windows.
WorkgroupRule gaussianColumnsWorkgroups(int (*radiusOf)(const PlanRequest&));

} // namespace lightbench::filters
