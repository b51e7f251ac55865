// What a plot shows of an experiment: a value, made from its rows (sweep_plot.h), which plot_layout.h lays out for a
// window or for paper.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/filter/workgroup.h"
#include "core/race/comparison.h"

namespace lightbench {

/// How a point stands, as a person reads it.
enum class Standing {
    Waiting, ///< not looked at yet
    NotRun,
    Wrong,
    Open,  ///< it has a time, and too few rounds to say how it stands
    Leads, ///< preferred so far
    Winner,
    Tie,
    Slower
};

struct PlotMark {
    std::size_t row = 0, twin = 0; ///< of the experiment; the twin is the row of `auto`, if that is the same
    std::string name;              ///< what it varies: "two-pass", "16 × 8", "replicate, fused"
    std::size_t series = 0;        ///< index in Plot::series
    std::size_t x = 0, y = 0;      ///< indices in the axes' values; 0 where there is no such axis
    bool isAutomatic = false;      ///< what `auto` takes
    std::optional<Workgroup> workgroup;
    Standing standing = Standing::Waiting;
    double medianMs = 0, lowerMs = 0, upperMs = 0; ///< quartiles; 0 without a time
    /// Its time over the winner's of those that ask for the same result; 0: not known. Without an interval that of the
    /// medians.
    double ratio = 0, ratioLower = 0, ratioUpper = 0;
    std::string reason; ///< why there is no time, or it does not compete, or what differs in its result
    double thenMs = 0;  ///< in the journal that it is compared with; 0: it is not
    PointChange::Kind change = PointChange::Unknown;

    bool hasTime() const { return medianMs > 0; }
    bool isRight() const { return hasTime() && standing != Standing::Wrong; }
    /// The fastest, or not shown to be slower.
    bool isBest() const {
        return standing == Standing::Winner || standing == Standing::Leads || standing == Standing::Tie;
    }
};

/// Places on an axis, in their order.
struct PlotAxis {
    std::string name;
    std::vector<std::string> values;
    std::vector<double> numbers; ///< one for each value where all are numbers; empty where they are not
    bool logarithmic = false;    ///< only of numbers above 0
};

struct Plot {
    enum Kind {
        Bars,      ///< one for each mark, of things that are no numbers
        Map,       ///< cells of workgroups by width (x) and height (y)
        Curves,    ///< time over x, which has numbers
        Crossover, ///< cells of two axes, each with the winner of its marks
    } kind = Bars;
    std::string title;
    std::vector<std::string> notes; ///< what a reader of the plot alone must know: image, stack, device, intervals
    PlotAxis x, y;
    bool isTimeLogarithmic = false; ///< of curves
    std::vector<std::string> series;
    std::vector<PlotMark> marks;
};

/// "✓ winner", "▸ leads", "= tie", "? too few rounds", "1.31 × slower", "✗ wrong result", "– not run", "…".
std::string standingWords(Standing standing, double ratio);
/// "▲ slower than before", "▼ faster than before", "= as before"; empty for what is not compared.
std::string changeWords(const PlotMark& mark);
/// For a tooltip: name, time, interval, ratio, change, reason, a line each.
std::string markTip(const PlotMark& mark);
/// Of those that share both places: the winner, else who leads, else the fastest with a right result; null: none has
/// a time.
const PlotMark* bestAt(const Plot& plot, std::size_t x, std::size_t y);

} // namespace lightbench
