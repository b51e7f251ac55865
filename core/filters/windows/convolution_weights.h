// The weights of the convolution kernels, kept as fractions where possible, so that integer sums are exact. Reference
// and plans of convolution use them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/framework/parameter.h"

namespace lightbench {

/// k x k weights, row by row; weight (i, j) is numerators[...] / denominator. Kernels with fractional weights keep
/// integer numerators: sums over integer samples are exact, and exact halves are detected.
struct ConvolutionWeights {
    int k = 1;
    std::vector<double> numerators;
    double denominator = 1;

    /// True if multiplying a sum of 8-bit samples by the inverse denominator may round wrongly. It cannot if the
    /// denominator is odd or a power of two: quotients are then exact or far enough from a half.
    bool needMending() const;
    /// True if every numerator is a signed byte and sums of 8-bit samples fit into 22 bits.
    bool areBytes() const;
    /// These numerators as bytes, with rows padded with zeros to multiples of four.
    std::vector<std::int8_t> bytes() const;
};

/// `name` is identity, box, gaussian, sharpen, emboss, edge or random (which alone uses `seed`); k is odd, 1..31.
ConvolutionWeights convolutionWeights(const std::string& name, int k, int seed);
/// The weights of a user's matrix.
ConvolutionWeights convolutionWeights(const Matrix& matrix);
/// The description of the kernels for the filter's doc.
std::string convolutionKernelsDoc();

} // namespace lightbench
