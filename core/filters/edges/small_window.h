// Filters that take derivatives from windows of 3 x 3, and the program that they share (kernels/edges/small_window.cl).
#pragma once

#include <string>

#include "core/filter/filter.h"

namespace lightbench {

/// First derivatives: central differences, smoothed across by the weights side, middle, side.
struct GradientWeights {
    int side = 1, middle = 2;
};

/// A filter of first derivatives, with the parameters `direction` (x, y, magnitude), `sign` and `border`; doc and
/// synonyms are for the caller to add.
Filter gradientFilter(const std::string& id, const std::string& label, GradientWeights weights);

/// Second derivatives: edge and corner are the weights of the neighbours, -centre that of the pixel itself.
struct LaplaceWeights {
    int edge = 1, corner = 0, centre = 4;
};

/// The variants of a filter whose weights follow from its parameters, `sign` and `border` among them.
std::vector<Variant> laplaceVariants(LaplaceWeights (*weights)(const ParameterValues&));
Image laplaceReference(const Image& input, const ParameterValues& parameters, LaplaceWeights weights);

} // namespace lightbench
