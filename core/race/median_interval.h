// A distribution-free confidence interval for a median, the basis of every statement about a race. SequentialTest,
// comparisons and tuning use it.
//
// The interval is between two order statistics and inverts the sign test. Sources: W. J. Conover, Practical
// Nonparametric Statistics, 3rd edition, Wiley 1999, sections 3.2 and 3.4; H. A. David and H. N. Nagaraja, Order
// Statistics, 3rd edition, Wiley 2003, section 7.1. It assumes independent values with a common median and no
// particular distribution. Equal values (a coarse clock) make it conservative.
#pragma once

#include <limits>
#include <vector>

namespace lightbench {

/// An interval on a logarithmic scale, around a median.
struct LogInterval {
    double middle = 0;
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
    double halfWidth() const { return (upper - lower) / 2; }
};

/// The largest r for which the r-th smallest of n independent values exceeds their median with probability at most
/// `error`; 0 if there is none. Exact binomial up to 1000 values, then the normal approximation, one rank lower to be
/// safe.
int medianRank(int n, double error);
/// `middle` is the median of the values, or 0 if there are none. Each end misses the true median with probability at
/// most `error`; an end is infinite if there are too few values.
LogInterval medianInterval(std::vector<double> values, double error);
/// The value that a standard normal variable exceeds with this probability, 0..0.5.
double normalExcess(double probability);

} // namespace lightbench
