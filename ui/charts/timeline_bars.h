// What a timeline's chart draws: a report's timeline as bars in rows.
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
        Busy,      ///< the host, for the device
        Waiting,   ///< the host does nothing
        Around     ///< before and after the repeat
    };
    Row row = Device;
    int lane = 0; ///< of the queue's row: as many as wait at a time
    Look look = Stage;
    int stage = -1; ///< its position in the stack
    TimeRange time;
    QString label; ///< short, inside the bar
    QString text;  ///< everything, with exact figures; one line
};

/// By row and begin.
std::vector<TimelineBar> timelineBars(const Report& report);

/// "Single cold run: 47.9 ms = kernels 36.3 · download 0.41 · other 0.02 ms": the parts that are not 0, and the rest.
QString timelineSum(const Report& report);
/// What each part is, one line each, and what share of the wall time they explain.
QString timelineSumTip(const Timeline& timeline);
/// Which repeat this is, and how well the two clocks are tied.
QString timelineNote(const Report& report);

} // namespace lightbench
