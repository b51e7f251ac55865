// Gaussian blurs that are not rounded to samples, for filters that go on with them and round once: by the filter
// gaussian's own reference and plans, on floats.
#pragma once

#include "core/filter/plan.h"

namespace lightbench {

/// The same numbers as floats: 0..255, 0..65535, floats as they are.
Image floatSamples(const Image& input);
/// An image of floats, blurred by the filter gaussian.
Image blurredFloats(const Image& floats, double sigma, const std::string& border);

/// Adds a pass that makes the input's samples floats; of a float image the input itself.
BufferRef addFloatSamples(Plan& plan, const PlanRequest& request);
/// Adds the blur of such floats, by the filter's parameter `border`; gives the buffer with the result.
BufferRef addBlur(Plan& plan, const PlanRequest& request, BufferRef floats, double sigma);

} // namespace lightbench
