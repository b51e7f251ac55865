// Medians and quartiles.
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
} // namespace

Summary summaryOf(std::vector<double> values) {
    if (values.empty()) return {};
    std::ranges::sort(values);
    return {values.front(), quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75), values.back()};
}

} // namespace lightbench
