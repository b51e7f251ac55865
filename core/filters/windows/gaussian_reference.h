// What gaussian's variants are checked against, and the weights that they share with it.
#pragma once

#include <vector>

#include "core/filter/parameter.h"
#include "core/image/image.h"

namespace lightbench::filters {

/// 2 radius + 1 weights that sum to 1.
std::vector<double> gaussianWeights(double sigma, int radius);
/// By the filter's parameters.
std::vector<double> gaussianWeights(const ParameterValues& parameters);
/// The filter's reference: its parameters are complete and checked.
Image gaussianReference(const Image& input, const ParameterValues& parameters);

} // namespace lightbench::filters
