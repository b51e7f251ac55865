// The weights of convolution's kernels, as fractions where they are fractions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/filter/parameter.h"

namespace lightbench {

/// k x k weights, row by row; weight (i, j) is numerators[...] / denominator. Kernels whose weights are fractions keep
/// whole numerators: sums over integer samples are then exact, and a result that lies on a half is seen to lie there.
struct ConvolutionWeights {
    int k = 1;
    std::vector<double> numerators;
    double denominator = 1;
};

/// name: identity, box, gaussian, sharpen, emboss, edge or random (the only one that takes seed); k odd, 1..31.
ConvolutionWeights convolutionWeights(const std::string& name, int k, int seed);
/// Of a matrix that the user gave.
ConvolutionWeights convolutionWeights(const Matrix& matrix);
/// What the kernels mean, for the filter's doc.
std::string convolutionKernelsDoc();

} // namespace lightbench
