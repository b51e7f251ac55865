// The content of an experiment plot, independent of drawing: kind, axes and marks. core/plot/sweep_plot.h makes it from
// rows, and core/plot/plot_layout.h lays it out for the window or for paper.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/framework/workgroup.h"
#include "core/race/comparison.h"

namespace lightbench {

/// How a point is drawn: its PointStatus, and while it is measured, how far it is.
enum class MarkStatus {
    Waiting, ///< not measured yet
    NotRun,
    DoesNotApply,
    Wrong,
    Undecided, ///< it has a time, but too few rounds to decide
    Leads,     ///< preferred so far
    Winner,
    Tie,
    Slower
};

struct PlotMark {
    std::size_t row = 0;          ///< index in the experiment
    std::size_t automaticRow = 0; ///< the row of `auto`, if both are the same configuration
    std::string name;             ///< the varied values: "two-pass", "16 × 8", "replicate, fused"
    std::size_t series = 0;       ///< index in Plot::series
    std::size_t x = 0, y = 0;     ///< indices in the axes' values; 0 if there is no such axis
    bool isAutomatic = false;     ///< the choice of `auto`
    std::optional<Workgroup> workgroup;
    MarkStatus status = MarkStatus::Waiting;
    double medianMs = 0, lowerMs = 0, upperMs = 0; ///< median and quartiles; 0 without a time
    /// Its time divided by the winner's among points with the same result; 0: unknown. Without an interval it is the
    /// ratio of the medians.
    double ratio = 0, ratioLower = 0, ratioUpper = 0;
    std::string reason;    ///< why it has no time or does not compete, or what is wrong with its result
    double previousMs = 0; ///< time in the journal that it is compared with; 0: not compared
    PointChange::Kind change = PointChange::Unknown;

    bool hasTime() const { return medianMs > 0; }
    bool cannotRun() const { return status == MarkStatus::NotRun || status == MarkStatus::DoesNotApply; }
    bool hasValidResult() const { return hasTime() && status != MarkStatus::Wrong; }
    /// True for the fastest, and for points not shown to be slower.
    bool isBest() const {
        return status == MarkStatus::Winner || status == MarkStatus::Leads || status == MarkStatus::Tie;
    }
};

/// The positions on an axis, in order.
struct PlotAxis {
    std::string name;
    std::vector<std::string> values;
    std::vector<double> numbers; ///< one per value if all are numbers, otherwise empty
    bool logarithmic = false;    ///< only for numbers above 0
};

struct Plot {
    enum Kind {
        Bars,      ///< one bar per mark, for values that are not numbers
        Map,       ///< cells: workgroups by width (x) and height (y)
        Curves,    ///< time over a numeric x
        Crossover, ///< cells of two axes, each showing the winner of its marks
    } kind = Bars;
    std::string title;
    std::vector<std::string> notes; ///< what a reader of the exported plot must know: image, stack, device, intervals
    PlotAxis x, y;
    bool isTimeLogarithmic = false; ///< for curves
    std::vector<std::string> series;
    std::vector<PlotMark> marks;
};

/// "✓ winner", "▸ leads", "= tie", "? too few rounds", "1.31 × slower", "✗ wrong result", "– not run", "…".
std::string statusWords(MarkStatus status, double ratio);
/// "▲ slower than before", "▼ faster than before", "= as before"; empty if not compared.
std::string changeWords(const PlotMark& mark);
/// Tooltip text: name, time, interval, ratio, change and reason, one line each.
std::string markToolTip(const PlotMark& mark);
/// The best mark at this position: the winner, else the leader, else the fastest with a right result. Null if none has
/// a right result.
const PlotMark* bestAt(const Plot& plot, std::size_t x, std::size_t y);

} // namespace lightbench
