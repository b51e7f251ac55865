// Quantiles are interpolated linearly between sorted values.
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>

namespace lightbench {

namespace {
double quantile(const std::vector<double>& sorted, double q) {
    const double place = q * double(sorted.size() - 1);
    const std::size_t below = std::size_t(std::floor(place));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], place - double(below));
}
constexpr double shortestUs = 0.001;
} // namespace

bool isUsableTime(double us) { return us >= shortestUs && std::isfinite(us); }

Summary summaryOf(std::vector<double> values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    return {values.front(), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75), values.back()};
}

double medianOf(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 != 0) return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

} // namespace lightbench
