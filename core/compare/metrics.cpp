// Adds SSIM to the figures of Difference, and holds the metrics' texts.
#include "core/compare/metrics.h"

#include <array>
#include <limits>

#include "core/compare/ssim.h"

namespace lightbench {

namespace {
constexpr std::array<MetricText, 6> texts{{
    {"Largest", "max |d|",
     "the sample that is farthest from its reference; mean, bias and RMSE are computed from all finite differences",
     "Chebyshev distance"},
    {"Mean", "mean of |d|", "how far a sample is from its reference on average (MAE)",
     "Willmott and Matsuura, Climate Research 30, 2005"},
    {"Bias", "mean of d", "whether the result is too large (above 0) or too small (below 0) on the whole",
     "ISO 5725-1: the trueness of a measurement"},
    {"RMSE", "sqrt(mean of d^2)", "like the mean, but large differences count more",
     "Willmott and Matsuura, Climate Research 30, 2005"},
    {"PSNR", "20 log10(full scale / RMSE)",
     "decibels; infinite where every sample is equal, and not defined where a difference is not finite; above 50 dB "
     "the eye sees no difference",
     "Huynh-Thu and Ghanbari, Electronics Letters 44(13), 2008"},
    {"SSIM", "mean of (2 ma mb + C1)(2 cov + C2) / ((ma^2 + mb^2 + C1)(va + vb + C2))",
     "similarity of means, contrasts and structure in neighbourhoods of 11 x 11 with Gaussian weights (sigma 1.5); C1 "
     "= (0.01 L)^2 and C2 = (0.03 L)^2 with L the full scale; 1: equal",
     "Wang, Bovik, Sheikh and Simoncelli, IEEE Transactions on Image Processing 13(4), 2004"},
}};
} // namespace

Metrics metricsOf(const Image& actual, const Image& expected, const Difference& difference) {
    const double largest = difference.infinities > 0 ? std::numeric_limits<double>::infinity() : difference.maxAbs;
    return {largest,         difference.meanAbs, difference.bias,
            difference.rmse, difference.psnrDb,  meanSsim(actual, expected)};
}

std::span<const MetricText> metricTexts() { return texts; }

} // namespace lightbench
