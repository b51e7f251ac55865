// Gaussian blurs with float results, for filters that continue to compute and round once at the end
// (difference-of-gaussians, unsharp-mask, anisotropic-diffusion). They reuse the filter gaussian on floats.
#pragma once

#include "core/framework/plan.h"

namespace lightbench {

/// The samples as floats with the same values: 0..255, 0..65535, floats unchanged.
Image floatSamples(const Image& input);
/// Blurs a float image with the filter gaussian.
Image blurredFloats(const Image& floats, double sigma, const std::string& border);

/// Adds a pass that converts the input to floats by the kernel float_samples_of of a pass of bordered segments; a float
/// input is returned as it is.
BufferRef addFloatSamples(Plan& plan, const PlanRequest& request, KernelPass pass);
/// Adds the blur of such floats, using the filter's parameter `border`; returns the buffer with the result.
BufferRef addBlur(Plan& plan, const PlanRequest& request, BufferRef floats, double sigma);

} // namespace lightbench
