// The CPU reference of gaussian and the weights that its variants share with it. adaptive-threshold uses the weights
// too.
#pragma once

#include <vector>

#include "core/framework/parameter.h"
#include "core/image/image.h"

namespace lightbench::filters {

/// 2 radius + 1 weights that sum to 1.
std::vector<double> gaussianWeights(double sigma, int radius);
/// The weights for the filter's parameters.
std::vector<double> gaussianWeights(const ParameterValues& parameters);
/// The filter's reference; the parameters must be complete and checked.
Image gaussianReference(const Image& input, const ParameterValues& parameters);

} // namespace lightbench::filters
