// Finds the ranks of the interval's ends from the binomial distribution; for many values by its normal approximation.
#include "core/race/median_interval.h"

#include <algorithm>
#include <cmath>

#include "core/base/statistics.h"

namespace lightbench {

namespace {
constexpr int maxExactSamples = 1000; // 2^-1000 is still a normal double

int rankByNormal(int n, double error) {
    return std::max(0, int(std::floor(n / 2.0 - normalExcess(error) * std::sqrt(double(n)) / 2)) - 1);
}

/// The value at this position of the sorted list. Partially sorts the values.
double valueAt(std::vector<double>& values, std::size_t place) {
    std::ranges::nth_element(values, values.begin() + std::ptrdiff_t(place));
    return values[place];
}
} // namespace

int medianRank(int n, double error) {
    if (n > maxExactSamples) return rankByNormal(n, error);
    double term = std::ldexp(1.0, -n); // probability that exactly `rank` values lie below the median
    double sum = 0;
    int rank = 0;
    while (rank < n / 2 && sum + term <= error) {
        sum += term;
        term *= double(n - rank) / (rank + 1);
        ++rank;
    }
    return rank;
}

LogInterval medianInterval(std::vector<double> values, double error) {
    LogInterval interval;
    if (values.empty()) return interval;
    interval.middle = medianOf(values);
    const int rank = medianRank(int(values.size()), error);
    if (rank == 0) return interval;
    interval.lower = valueAt(values, std::size_t(rank - 1));
    interval.upper = valueAt(values, values.size() - std::size_t(rank));
    return interval;
}

double normalExcess(double probability) {
    double low = 0, high = 40;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) / 2 > probability ? low : high) = middle;
    }
    return low;
}

} // namespace lightbench
