// Gaussian windows of SSIM are applied first along rows, then down columns, in bands of rows to save memory.
#include "core/compare/metrics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/parallel.h"

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

constexpr int bandRows = 32;
constexpr double sigma = 1.5, k1 = 0.01, k2 = 0.03;

using Weights = std::array<double, ssimWindow>;

/// Weighted sums of the samples a and b, their squares and their product.
struct Moments {
    double a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    void add(const Moments& m, double weight) {
        a += weight * m.a;
        b += weight * m.b;
        aa += weight * m.aa;
        bb += weight * m.bb;
        ab += weight * m.ab;
    }
};

Weights gaussianWeights() {
    Weights weights{};
    for (int i = 0; i < ssimWindow; ++i)
        weights[std::size_t(i)] = std::exp(-0.5 * std::pow((i - ssimWindow / 2) / sigma, 2));
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

double similarity(const Moments& m, double range) {
    const double c1 = std::pow(k1 * range, 2), c2 = std::pow(k2 * range, 2);
    const double varianceA = m.aa - m.a * m.a, varianceB = m.bb - m.b * m.b, covariance = m.ab - m.a * m.b;
    return (2 * m.a * m.b + c1) * (2 * covariance + c2) / ((m.a * m.a + m.b * m.b + c1) * (varianceA + varianceB + c2));
}

/// One channel of two images of equal shape.
template <class T> class Channel {
public:
    Channel(const Image& a, const Image& b, int channel)
        : a_(a), b_(b), channel_(channel), across_(a.width() - ssimWindow + 1), down_(a.height() - ssimWindow + 1) {}

    double mean() const {
        std::vector<double> sums(std::size_t((down_ + bandRows - 1) / bandRows));
        parallelRows(int(sums.size()), [&](int band) { sums[std::size_t(band)] = bandSum(band * bandRows); });
        return std::accumulate(sums.begin(), sums.end(), 0.0) / (double(across_) * double(down_));
    }

private:
    using Row = std::vector<Moments>;

    Moments pixel(int x, int y) const {
        const auto at = std::size_t(x) * std::size_t(a_.channels()) + std::size_t(channel_);
        const double a = a_.row<T>(y)[at], b = b_.row<T>(y)[at];
        return {a, b, a * a, b * b, a * b};
    }

    /// Sums of all windows along one row; bandSum adds the rows.
    Row rowSums(int y) const {
        Row pixels(std::size_t(a_.width())), sums{std::size_t(across_)};
        for (int x = 0; x < a_.width(); ++x)
            pixels[std::size_t(x)] = pixel(x, y);
        for (std::size_t x = 0; x < sums.size(); ++x)
            for (std::size_t i = 0; i < weights_.size(); ++i)
                sums[x].add(pixels[x + i], weights_[i]);
        return sums;
    }

    double bandSum(int first) const {
        const int last = std::min(first + bandRows, down_);
        std::vector<Row> rows;
        for (int y = first; y < last + ssimWindow - 1; ++y)
            rows.push_back(rowSums(y));
        double sum = 0;
        for (std::size_t y = 0; y < std::size_t(last - first); ++y)
            for (std::size_t x = 0; x < std::size_t(across_); ++x) {
                Moments window;
                for (std::size_t i = 0; i < weights_.size(); ++i)
                    window.add(rows[y + i][x], weights_[i]);
                sum += similarity(window, a_.format().fullScale());
            }
        return sum;
    }

    const Image &a_, &b_;
    int channel_;
    int across_, down_; ///< number of windows
    Weights weights_ = gaussianWeights();
};
} // namespace

std::optional<double> meanSsim(const Image& a, const Image& b) {
    requireSameShape(a, b, "have no structural similarity");
    if (std::min(a.width(), a.height()) < ssimWindow) return std::nullopt;
    if (a.format().isInteger() && a == b) return 1.0;
    const int colours = a.format().colourChannels();
    double sum = 0;
    for (int c = 0; c < colours; ++c)
        sum += withSampleType(a.format().type, [&](auto zero) { return Channel<decltype(zero)>(a, b, c).mean(); });
    return std::isfinite(sum) ? std::optional(sum / colours) : std::nullopt;
}

Metrics metricsOf(const Image& actual, const Image& expected, const Difference& difference) {
    const double largest = difference.infinities > 0 ? std::numeric_limits<double>::infinity() : difference.maxAbs;
    return {largest,         difference.meanAbs, difference.bias,
            difference.rmse, difference.psnrDb,  meanSsim(actual, expected)};
}

std::span<const MetricText> metricTexts() { return texts; }

} // namespace lightbench
