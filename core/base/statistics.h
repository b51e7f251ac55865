// Median, quartiles and spread of repeated measurements. Measurements, races and reports use it.
#pragma once

#include <vector>

#include "core/base/fields.h"

namespace lightbench {

/// Five-number summary of a sample, all 0 if it is empty. Quartiles are interpolated between neighbours (R's type 7).
struct Summary {
    double minimum = 0, lowerQuartile = 0, median = 0, upperQuartile = 0, maximum = 0;
    /// Half the interquartile range.
    double spread() const { return (upperQuartile - lowerQuartile) / 2; }
};

constexpr auto fields(const Summary*) {
    using T = Summary;
    return FieldList{Field{"least", &T::minimum}, Field{"lower_quartile", &T::lowerQuartile},
                     Field{"median", &T::median}, Field{"upper_quartile", &T::upperQuartile},
                     Field{"most", &T::maximum}};
}

/// False for a time that no clock can have measured: 0, a negative number, infinity, not a number, or less than a
/// nanosecond, which is a few cycles of any device. Drivers without event times give such times.
bool isUsableTime(double us);
/// Why such a time is not shown, for people.
inline constexpr const char* noEventTimes =
    "the driver reports no usable event times, so the time was not measured; use another device";

Summary summaryOf(std::vector<double> values);
/// 0 if there are no values.
double medianOf(std::vector<double> values);

} // namespace lightbench
