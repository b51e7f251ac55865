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

    /// Whether rounding the product of a sum of 8-bit samples with the inverse denominator may round the quotient
    /// wrongly: quotients of whole numbers are far enough from a half, or exact, where the denominator is odd or a
    /// power of two.
    bool needMending() const;
    /// Whether every numerator is a signed byte, and sums of 8-bit samples are whole numbers of 22 bits.
    bool areBytes() const;
    /// Such numerators, in rows that are filled up with zeros to multiples of four.
    std::vector<std::int8_t> bytes() const;
};

/// name: identity, box, gaussian, sharpen, emboss, edge or random (the only one that takes seed); k odd, 1..31.
ConvolutionWeights convolutionWeights(const std::string& name, int k, int seed);
/// Of a matrix that the user gave.
ConvolutionWeights convolutionWeights(const Matrix& matrix);
/// What the kernels mean, for the filter's doc.
std::string convolutionKernelsDoc();

} // namespace lightbench
