// Computes bias and SSIM, copies the rest from Difference, and holds the metrics' texts.
#include "core/compare/metrics.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/parallel.h"
#include "core/compare/ssim.h"

namespace lightbench {

namespace {
constexpr std::array<MetricText, 6> texts{{
    {"Largest", "max |d|",
     "the sample that is farthest from its reference; mean, bias and RMSE are of all finite differences",
     "Chebyshev distance"},
    {"Mean", "mean of |d|", "how far a sample is from its reference on average (MAE)",
     "Willmott and Matsuura, Climate Research 30, 2005"},
    {"Bias", "mean of d", "whether the result is too large (above 0) or too small (below 0) on the whole",
     "ISO 5725-1: the trueness of a measurement"},
    {"RMSE", "sqrt(mean of d^2)", "as the mean, but large differences weigh more",
     "Willmott and Matsuura, Climate Research 30, 2005"},
    {"PSNR", "20 log10(full scale / RMSE)",
     "decibels; infinite where every sample is equal, and not defined where a difference is not finite; above 50 dB "
     "the eye sees no difference",
     "Huynh-Thu and Ghanbari, Electronics Letters 44(13), 2008"},
    {"SSIM", "mean of (2 ma mb + C1)(2 cov + C2) / ((ma^2 + mb^2 + C1)(va + vb + C2))",
     "similarity of means, contrasts and structure in Gaussian windows of 11 x 11 (sigma 1.5); C1 = (0.01 L)^2 and "
     "C2 = (0.03 L)^2 with L the full scale; 1: equal",
     "Wang, Bovik, Sheikh and Simoncelli, IEEE Transactions on Image Processing 13(4), 2004"},
}};

template <class T> double rowSum(const Image& actual, const Image& expected, int y) {
    const T *a = actual.row<T>(y), *b = expected.row<T>(y);
    const int channels = actual.channels(), colours = actual.format().colourChannels();
    double sum = 0;
    for (int x = 0; x < actual.width(); ++x)
        for (int c = 0; c < colours; ++c) {
            const double distance = double(a[x * channels + c]) - double(b[x * channels + c]);
            if (std::isfinite(distance)) sum += distance;
        }
    return sum;
}

/// The mean signed difference of all samples whose difference is finite.
double biasOf(const Image& actual, const Image& expected, const Difference& difference) {
    std::vector<double> sums(std::size_t(actual.height()));
    withSampleType(actual.format().type, [&](auto zero) {
        parallelRows(actual.height(),
                     [&](int y) { sums[std::size_t(y)] = rowSum<decltype(zero)>(actual, expected, y); });
    });
    const double counted = double(difference.samples - difference.nans - difference.infinities);
    return counted > 0 ? std::accumulate(sums.begin(), sums.end(), 0.0) / counted : 0;
}
} // namespace

Metrics metricsOf(const Image& actual, const Image& expected, const Difference& difference) {
    const double largest = difference.infinities > 0 ? std::numeric_limits<double>::infinity() : difference.maxAbs;
    Metrics metrics{largest, difference.meanAbs, 0, difference.rmse, difference.psnrDb, {}};
    metrics.ssim = meanSsim(actual, expected); // first, because it throws if the shapes differ
    if (difference.mismatched > 0) metrics.bias = biasOf(actual, expected, difference);
    return metrics;
}

std::span<const MetricText> metricTexts() { return texts; }

} // namespace lightbench
