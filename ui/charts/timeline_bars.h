// Converts a report's timeline to the bars and texts of the Timeline tab. It only computes; timeline_chart.h draws the
// result. Times are in microseconds.
#pragma once

#include <QString>

#include <vector>

#include "core/run/report.h"
#include "ui/charts/time_axis.h"

namespace lightbench {

struct TimelineBar {
    enum Row { Device, Queue, Host, RowCount };
    enum Look {
        Stage,     ///< a stage's own work, in its colour
        Transfer,  ///< the run's upload and download
        Queued,    ///< hollow
        Submitted, ///< pale
        Busy,      ///< the host works for the device
        Waiting,   ///< the host waits
        Around     ///< outside the repeat
    };
    Row row = Device;
    int lane = 0; ///< lane in the queue's row; commands queued at the same time use different lanes
    Look look = Stage;
    int stage = -1; ///< its position in the stack
    TimeRange time;
    QString label; ///< short, inside the bar
    QString text;  ///< everything, with exact figures; one line
};

/// The bars, sorted by row and start time.
std::vector<TimelineBar> timelineBars(const Report& report);

/// "Single cold run: 47.9 ms = kernels 36.3 · download 0.41 · other 0.02 ms": all parts that are not 0, and the
/// rest.
QString timelineSum(const Report& report);
/// Explains each part on its own line, and the share of the wall time that the parts explain.
QString timelineSumTip(const Timeline& timeline);
/// Says which repeat is shown, and how well the device clock is aligned with the host clock.
QString timelineNote(const Report& report);

} // namespace lightbench
