// Error metrics of a result against its reference (maximum, mean, bias, RMSE, PSNR, SSIM), each with its formula and
// source. The Truth panel and the command line show them.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/fields.h"
#include "core/compare/difference.h"

namespace lightbench {

/// The side of the window, in pixels.
inline constexpr int ssimWindow = 11;

/// Mean structural similarity over all windows inside the image and over the colour channels; 1 means equal. Source: Z.
/// Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, "Image quality assessment: from error visibility to structural
/// similarity", IEEE Transactions on Image Processing 13(4), 2004. A Gaussian window of 11 x 11 pixels, sigma 1.5, K1 =
/// 0.01, K2 = 0.03, the dynamic range of the format (float: 1). Nothing if the image is smaller than a window or a
/// sample is not finite. Throws Error(Input) if the shapes differ. Obeys the current CancelScope.
std::optional<double> meanSsim(const Image& a, const Image& b);

/// Metrics over the colour channels, where d is result - expected in the units of Difference. Samples without a finite
/// distance are left out of mean, bias and RMSE; the maximum is then infinite and PSNR undefined.
struct Metrics {
    double maxAbs = 0;
    double meanAbs = 0;
    double bias = 0;
    double rmse = 0;
    double psnrDb = 0;          ///< infinity if all samples are equal, NaN if undefined
    std::optional<double> ssim; ///< empty if undefined, see meanSsim
    bool operator==(const Metrics&) const = default;
};

constexpr auto fields(const Metrics*) {
    using T = Metrics;
    return FieldList{Field{"max_abs", &T::maxAbs}, Field{"mean_abs", &T::meanAbs}, Field{"bias", &T::bias},
                     Field{"rmse", &T::rmse},      Field{"psnr_db", &T::psnrDb},   Field{"ssim", &T::ssim}};
}

/// `difference` must be of the same two images. Throws Error(Input) if their shapes differ. Obeys the current
/// CancelScope.
Metrics metricsOf(const Image& actual, const Image& expected, const Difference& difference);

/// The explanation of a metric for people, in the order of the fields.
struct MetricText {
    std::string_view name, formula, meaning, source;
};
std::span<const MetricText> metricTexts();

} // namespace lightbench
