// Gaussian blurs in strips for CPUs: the host side of kernels/windows/gaussian_strips.clh. difference-of-gaussians and
// unsharp-mask build on it.
#pragma once

#include <string>

#include "core/framework/plan.h"

namespace lightbench::filters {

/// Adds a buffer with 2 radius + 1 weights as floats.
BufferRef addGaussianWeights(Plan& plan, double sigma, int radius);
/// A pass whose kernel uses blur_strip, from input to output with the parameter `border`. It sets src, dst, weights,
/// width, height, radius and a strip's arguments; the caller adds the rest.
KernelPass gaussianStripPass(const PlanRequest& request, std::string kernel, int radius, BufferRef weights);

} // namespace lightbench::filters
