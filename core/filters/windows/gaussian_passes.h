// What difference-of-gaussians, unsharp-mask and adaptive-threshold share with gaussian: its radius and its weights,
// and the host side of kernels/windows/gaussian_columns.clh, for GPUs and a small radius, and of gaussian_strips.clh
// there, for CPUs.
#pragma once

#include <cmath>
#include <vector>

#include "core/filters/windows/unrolled_loops.h"
#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench::filters {

/// The radius if none is given.
inline int automaticRadius(double sigma) { return int(std::ceil(3 * sigma)); }

inline int gaussianRadius(const ParameterValues& parameters) {
    const int radius = parameters.integer("radius");
    return radius > 0 ? radius : automaticRadius(parameters.real("sigma"));
}

/// 2 radius + 1 weights that sum to 1.
std::vector<double> gaussianWeights(double sigma, int radius);
/// The weights for the filter's parameters.
std::vector<double> gaussianWeights(const ParameterValues& parameters);

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
