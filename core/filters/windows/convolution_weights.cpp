// One function per convolution kernel; convolutionKernelsDoc describes them in words.
#include "core/filters/windows/convolution_weights.h"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "core/base/split_mix.h"

namespace lightbench {

namespace {

/// Computes weights from the offset to the centre.
template <class F> ConvolutionWeights fromOffsets(int k, double denominator, F numerator) {
    ConvolutionWeights weights{k, {}, denominator};
    const int r = k / 2;
    for (int j = -r; j <= r; ++j)
        for (int i = -r; i <= r; ++i)
            weights.numerators.push_back(double(numerator(i, j)));
    return weights;
}

ConvolutionWeights identity(int k) {
    return fromOffsets(k, 1, [](int i, int j) { return i == 0 && j == 0 ? 1 : 0; });
}

void normalise(ConvolutionWeights& weights) {
    double sum = 0;
    for (double weight : weights.numerators)
        sum += weight;
    for (double& weight : weights.numerators)
        weight /= sum;
}

ConvolutionWeights gaussian(int k) {
    const double sigma = 0.3 * ((k - 1) * 0.5 - 1) + 0.8;
    ConvolutionWeights weights =
        fromOffsets(k, 1, [sigma](int i, int j) { return std::exp(-(i * i + j * j) / (2 * sigma * sigma)); });
    normalise(weights);
    return weights;
}

/// -4 in total over the 4 r cells of the cross.
ConvolutionWeights sharpen(int k) {
    const int r = k / 2;
    return fromOffsets(k, r, [r](int i, int j) { return i == 0 && j == 0 ? 5 * r : i == 0 || j == 0 ? -1 : 0; });
}

/// -8 in total over the k^2 - 1 outer cells; k^2 - 1 is a multiple of 8 for every odd k.
ConvolutionWeights edge(int k) {
    const int eighth = (k * k - 1) / 8;
    return fromOffsets(k, eighth, [eighth](int i, int j) { return i == 0 && j == 0 ? 8 * eighth : -1; });
}

ConvolutionWeights emboss(int k) {
    const int r = k / 2;
    int positive = 0;
    for (int j = -r; j <= r; ++j)
        for (int i = -r; i <= r; ++i)
            positive += i + j > 0 ? i + j : 0;
    return fromOffsets(k, positive, [positive](int i, int j) { return i == 0 && j == 0 ? positive : 4 * (i + j); });
}

ConvolutionWeights random(int k, int seed) {
    SplitMix draws{std::uint64_t(seed)};
    ConvolutionWeights weights =
        fromOffsets(k, 1, [&draws](int, int) { return double((draws.next() >> 11) + 1) * 0x1p-53; });
    normalise(weights);
    return weights;
}

} // namespace

bool ConvolutionWeights::needMending() const {
    double sum = 0;
    for (double numerator : numerators) {
        if (numerator != std::nearbyint(numerator)) return true;
        sum += std::abs(numerator);
    }
    const int whole = int(denominator);
    const bool isExact = whole % 2 == 1 || (whole & (whole - 1)) == 0;
    return whole != denominator || !isExact || whole > 4096 || sum * 255 >= 1 << 24;
}

bool ConvolutionWeights::areBytes() const {
    double sum = 0;
    for (double numerator : numerators) {
        if (numerator != std::nearbyint(numerator) || numerator < -128 || numerator > 127) return false;
        sum += std::abs(numerator);
    }
    return sum * 255 < 1 << 22;
}

std::vector<std::int8_t> ConvolutionWeights::bytes() const {
    const std::size_t side = std::size_t(k), pitch = (side + 3) / 4 * 4;
    std::vector<std::int8_t> rows(side * pitch, 0);
    for (std::size_t i = 0; i < side * side; ++i)
        rows[i / side * pitch + i % side] = std::int8_t(numerators[i]);
    return rows;
}

ConvolutionWeights convolutionWeights(const std::string& name, int k, int seed) {
    if (k == 1) return name == "edge" ? ConvolutionWeights{1, {0}, 1} : identity(1);
    if (name == "identity") return identity(k);
    if (name == "box") return fromOffsets(k, k * k, [](int, int) { return 1; });
    if (name == "gaussian") return gaussian(k);
    if (name == "sharpen") return sharpen(k);
    if (name == "emboss") return emboss(k);
    if (name == "edge") return edge(k);
    if (name == "random") return random(k, seed);
    throw std::logic_error("no convolution kernel is called " + name);
}

ConvolutionWeights convolutionWeights(const Matrix& matrix) { return {matrix.k, matrix.weights, 1}; }

std::string convolutionKernelsDoc() {
    return "The weights. identity: 1 in the centre. box: 1/k^2 everywhere. gaussian: a Gaussian with OpenCV's sigma = "
           "0.3 ((k-1)/2 - 1) + 0.8, normalized. sharpen: 5 in the centre, and -4 shared by the other weights of its "
           "row and column (k = 3: 0 -1 0, -1 5 -1, 0 -1 0). emboss: 4 (i+j), divided by the sum of the positive "
           "(i+j), and 1 in the centre (k = 3: -2 -1 0, -1 1 1, 0 1 2). edge: 8 in the centre, and -8 shared by all "
           "others. random: positive weights that sum to 1, drawn by splitmix64 from `seed`. With k = 1, edge is 0 and "
           "every other kernel is 1.";
}

} // namespace lightbench
