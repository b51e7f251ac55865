// Gaussian blurs in strips, for CPUs: the host's side of kernels/windows/gaussian_strips.clh, which other filters go on
// from.
#pragma once

#include <string>

#include "core/filter/plan.h"

namespace lightbench::filters {

/// 2 radius + 1 weights as floats.
BufferRef addGaussianWeights(Plan& plan, double sigma, int radius);
/// A kernel of blur_strip, from the input to the output by the parameter `border`; what it takes beside src, dst,
/// weights, width, height, radius and a strip's arguments is for the caller to add.
KernelPass gaussianStripPass(const PlanRequest& request, std::string kernel, int radius, BufferRef weights);

} // namespace lightbench::filters
