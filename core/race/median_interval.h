// The distribution-free interval for a median, on which everything that a race says rests.
//
// The interval lies between two of the sorted values, and is the inversion of the sign test: W. J. Conover, Practical
// Nonparametric Statistics, 3rd edition, Wiley 1999, sections 3.2 and 3.4; H. A. David and H. N. Nagaraja, Order
// Statistics, 3rd edition, Wiley 2003, section 7.1. It supposes independent values with the same median and nothing of
// their distribution; where values are equal (a coarse clock) it errs on the safe side.
#pragma once

#include <limits>
#include <vector>

namespace lightbench {

/// Of logarithms.
struct LogInterval {
    double middle = 0;
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    double halfWidth() const { return (upper - lower) / 2; }
};

/// The largest r for which the r-th least of n independent values lies above their median with a probability of at most
/// `error`; 0 for none. By the binomial distribution, beyond 1000 values by its normal approximation (one rank less,
/// to be safe).
int medianRank(int n, double error);
/// `middle` is the median of the values, 0 for none. Each end misses it with a probability of at most `error`; infinite
/// where there are too few values for that.
LogInterval medianInterval(std::vector<double> values, double error);
double medianOf(std::vector<double> values); ///< 0 for none
/// What a standard normal value exceeds with this probability, 0..0.5.
double normalExcess(double probability);

} // namespace lightbench
