// A stretch of time that a chart shows: how it follows what is measured, how it is zoomed and moved, where its ticks
// are.
#pragma once

#include <QList>
#include <QString>

namespace lightbench {

/// Microseconds, from the left edge to the right one.
struct TimeRange {
    double begin = 0, end = 1;
    double length() const { return end - begin; }
    bool operator==(const TimeRange&) const = default;
};

struct TimeTick {
    double us = 0;
    QString text; ///< with its unit
};

/// The range to show `wanted` in that stays as it is from one run to the next: it grows where something would be cut
/// off, to a round length, and shrinks only where less than half of it would be used.
TimeRange followed(const TimeRange& shown, const TimeRange& wanted);
/// `factor` times as long, with what is at `us` where it was. No shorter than 0.1 µs, no longer than three times
/// `all`.
TimeRange zoomed(const TimeRange& shown, double us, double factor, const TimeRange& all);
/// Later by so much; a part of `all` stays in sight.
TimeRange moved(const TimeRange& shown, double us, const TimeRange& all);
/// At 1, 2 or 5 times a power of ten, at most `most` of them.
QList<TimeTick> ticksOf(const TimeRange& shown, int most);

/// "12.3450 ms", "3.25 µs", "1.204500 s"; "-3.20 µs" before 0.
QString exactTimeText(double us);

} // namespace lightbench
