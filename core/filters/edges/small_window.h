// Derivative filters with 3 x 3 windows: Sobel, Scharr, Prewitt and Laplacian. They share the program
// kernels/edges/small_window.cl and differ in their weights.
#pragma once

#include <string>

#include "core/framework/filter.h"

namespace lightbench {

/// First derivatives: central differences, smoothed perpendicularly with the weights side, middle, side.
struct GradientWeights {
    int side = 1, middle = 2;
};

/// A first-derivative filter with the parameters `direction` (x, y, magnitude), `sign` and `border`; the caller adds
/// doc and synonyms.
Filter gradientFilter(const std::string& id, const std::string& label, GradientWeights weights);

/// Weights of the 3 x 3 Laplacian: `edge` for the four direct neighbours, `corner` for the diagonal ones, -`centre` for
/// the pixel itself.
struct LaplaceWeights {
    int edge = 1, corner = 0, centre = 4;
};

/// The variants of a filter whose weights depend on its parameters, which include `gain`, `sign` and `border`.
std::vector<Variant> laplaceVariants(LaplaceWeights (*weights)(const ParameterValues&));
Image laplaceReference(const Image& input, const ParameterValues& parameters, LaplaceWeights weights);

} // namespace lightbench
