// Passes of Gaussian blurs that difference-of-gaussians and unsharp-mask build on, too: the host side of
// kernels/windows/gaussian_columns.clh, for GPUs and a small radius, and of gaussian_strips.clh there, for CPUs.
#pragma once

#include "core/filters/windows/unrolled_loops.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

/// The largest radius of this method, pixels.
constexpr int maxColumnsRadius = 16;
/// A pass whose kernel blurs columns first, with the parameter `border` and at most that radius. The caller adds
/// weights and other arguments besides src, dst, width and height. Its tuning parameters are UnrolledLoops.
KernelPass gaussianColumnsPass(const PlanRequest& request, KernelName name, int radius);
/// One-dimensional workgroups of 64 or 128; `radiusOf` gives the radius of the windows.
WorkgroupRule gaussianColumnsWorkgroups(int (*radiusOf)(const PlanRequest&));

/// Adds a buffer with 2 radius + 1 weights as floats.
BufferRef addGaussianWeights(Plan& plan, double sigma, int radius);
/// A pass whose kernel uses blur_strip, from input to output with the parameter `border`. It sets src, dst, weights,
/// width, height, radius and a strip's arguments; the caller adds the rest.
KernelPass gaussianStripPass(const PlanRequest& request, KernelName name, int radius, BufferRef weights);

} // namespace lightbench::filters
