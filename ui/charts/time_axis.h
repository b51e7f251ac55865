// The visible range of a time axis: how it follows new measurements, zooms and pans, and where its ticks are. The
// timeline and the chart of workgroups use it. Times are in microseconds.
#pragma once

#include <QList>
#include <QString>

namespace lightbench {

/// The times at the left and the right edge, in microseconds.
struct TimeRange {
    double begin = 0, end = 1;
    double length() const { return end - begin; }
    bool operator==(const TimeRange&) const = default;
};

struct TimeTick {
    double us = 0;
    QString text; ///< with its unit
};

/// Returns a range that contains `wanted` and changes little between runs. It grows to a round length if something
/// would be cut off, and shrinks only if less than half of it would be used.
TimeRange followed(const TimeRange& shown, const TimeRange& wanted);
/// Returns a range `factor` times as long, in which the time `us` keeps its position. It is at least 0.1 µs long and at
/// most three times as long as `all`.
TimeRange zoomed(const TimeRange& shown, double us, double factor, const TimeRange& all);
/// Returns the range moved by `us`; a part of `all` stays visible.
TimeRange moved(const TimeRange& shown, double us, const TimeRange& all);
/// Ticks at 1, 2 or 5 times a power of ten; at most `maximum` of them.
QList<TimeTick> ticksOf(const TimeRange& shown, int maximum);

/// Formats a time: "12.3450 ms", "3.25 µs", "1.204500 s", or "-3.20 µs" before 0.
QString exactTimeText(double us);

} // namespace lightbench
