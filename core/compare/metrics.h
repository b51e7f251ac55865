// Figures of how far a result is from what was expected, each with what it is and where it comes from.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/base/fields.h"
#include "core/image/difference.h"

namespace lightbench {

/// Over the samples of the colour channels; those of Difference, and what takes longer. d is result - expected; units
/// as Difference's. Mean, bias and RMSE leave out what has no finite distance; the largest is infinite then, and PSNR
/// not defined.
struct Metrics {
    double maxAbs = 0;
    double meanAbs = 0;
    double bias = 0;
    double rmse = 0;
    double psnrDb = 0;          ///< infinity where every sample is equal, NaN where it is not defined
    std::optional<double> ssim; ///< nothing where it is not defined, see meanSsim
    bool operator==(const Metrics&) const = default;
};

constexpr auto fields(const Metrics*) {
    using T = Metrics;
    return FieldList{Field{"max_abs", &T::maxAbs}, Field{"mean_abs", &T::meanAbs}, Field{"bias", &T::bias},
                     Field{"rmse", &T::rmse},      Field{"psnr_db", &T::psnrDb},   Field{"ssim", &T::ssim}};
}

/// `difference`: of the same two images. Throws Error(Input) if their shapes differ; obeys the current CancelScope.
Metrics metricsOf(const Image& actual, const Image& expected, const Difference& difference);

/// What a metric is, in words for people; in the order of the fields.
struct MetricText {
    std::string_view name, formula, meaning, source;
};
std::span<const MetricText> metricTexts();

} // namespace lightbench
