// `sweep`: measures a stack over axes.
#include "app/bench/sweep.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/image/bench_image.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
constexpr double sweepCapSeconds = 5;
constexpr double mostPoints = 100'000;

void apply(ExperimentPoint& point, const Axis& axis, const std::string& value) {
    point.axes += (point.axes.empty() ? "" : " ") + axis.name + "=" + value;
    switch (axis.target.kind) {
    case AxisTarget::Device: point.device = std::stoi(value); break;
    case AxisTarget::Size: point.size = parseSize(value); break;
    case AxisTarget::Image: point.image = value; break;
    case AxisTarget::Format: point.format = parseFormat(value); break;
    default: applyToStage(point.stack, axis.target, value);
    }
}

int run(const Arguments& arguments, Console& console) {
    if (!arguments.has("stack")) throw Error(ErrorKind::Usage, "give --stack with what to measure; see --help");
    PointOptions options = pointOptions(arguments, console, sweepCapSeconds);
    ExperimentPoint base;
    base.stack = measurable(parseStack(arguments.value("stack")));
    base.size = parseSize(arguments.has("size") ? arguments.value("size") : "4k");
    base.format = parseFormat(arguments.has("format") ? arguments.value("format") : "u8");
    base.image = arguments.has("image") ? arguments.value("image") : "random";
    benchImage(base.image, {{1, 1}, {}});
    const std::vector<Axis> axes = axesOf(arguments, base.stack, console);
    base.device = console.device(arguments.value("device")).index;
    Journal journal(arguments.value("csv"), arguments.value("report"));
    return runSweep(sweepOf(base, axes), options, journal, console, printsNothing(arguments));
}

const char* const details =
    "Each --axis is NAME=VALUES. NAME: variant or workgroup (of the only stage), device, size, image, format, or\n"
    "STAGE.variant, STAGE.workgroup, STAGE.PARAMETER with STAGE a number from 1 or the filter's name. VALUES: a list\n"
    "a,b,c, a range a..b or a..b..step, or all. The last axis changes fastest.\n"
    "A point that cannot run keeps its reason, a wrong result never competes for the fastest. With --csv a sweep that\n"
    "was stopped goes on where it was, and tries what failed again. Exit code 3: not one point could be measured; 1: "
    "a\n"
    "result differs from its reference.\n\n"
    "Examples\n"
    "  sweep --stack convolution --axis variant=naive,tiled --axis convolution.k=3..31..4 --csv convolution.csv\n"
    "  sweep --stack \"histogram variant=local\" --axis image=all --axis workgroup=64,128,256 --size 8k\n";
} // namespace

std::vector<Axis> axesOf(const Arguments& arguments, const Stack& stack, Console& console) {
    std::vector<Axis> axes;
    console.device({}); // no device at all is the error, whatever the axes are
    for (const std::string& text : arguments.values("axis")) {
        axes.push_back(parseAxis(text, stack, console.devices().devices));
        for (std::size_t i = 0; i + 1 < axes.size(); ++i)
            if (axes[i].name == axes.back().name)
                throw Error(ErrorKind::Usage, "axis " + axes.back().name + " is given twice");
        if (axes.back().target.kind == AxisTarget::Device && arguments.has("device"))
            throw Error(ErrorKind::Usage, "give --device or the axis device, not both");
    }
    return axes;
}

Sweep sweepOf(const ExperimentPoint& base, std::vector<Axis> axes) {
    double points = 1;
    for (const Axis& axis : axes)
        points *= double(axis.values.size());
    if (points > mostPoints)
        throw Error(ErrorKind::Usage, "the axes span " + numberText(points) + " points; give fewer values, at most " +
                                          numberText(mostPoints) + " points in all");
    Sweep sweep{base, std::move(axes), {}, {}};
    for (const std::vector<std::size_t>& combination : combinations(sweep.axes)) {
        sweep.points.push_back(base);
        sweep.values.emplace_back();
        for (std::size_t i = 0; i < combination.size(); ++i) {
            sweep.values.back().push_back(sweep.axes[i].values[combination[i]]);
            apply(sweep.points.back(), sweep.axes[i], sweep.values.back().back());
        }
    }
    return sweep;
}

namespace {
/// Where an axis' value is on a plot: the number that it starts with, such as the 640 of 640x480; else its index.
double placeOf(const Axis& axis, std::size_t index, bool& isNumber) {
    const std::string& value = axis.values[index];
    double number = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), number);
    isNumber = problem == std::errc() && axis.target.kind != AxisTarget::Workgroup &&
               axis.target.kind != AxisTarget::Device && end == value.data() + value.size();
    return isNumber ? number : double(index);
}

std::size_t horizontalAxis(const std::vector<Axis>& axes) {
    std::size_t chosen = axes.empty() ? 0 : axes.size() - 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        bool isNumber = false;
        placeOf(axes[i], 0, isNumber);
        if (isNumber && axes[i].values.size() > 1) chosen = i;
    }
    return chosen;
}

std::string shortened(const std::string& text, std::size_t most) {
    return text.size() > most ? text.substr(0, most - 3) + "..." : text;
}

/// What a plot calls a value: of devices their names, with the number where two have the same.
std::string valueName(const Sweep& sweep, const std::vector<PointRow>& rows, std::size_t axis, std::size_t point,
                      std::size_t most) {
    const std::string& value = sweep.values[point][axis];
    if (sweep.axes[axis].target.kind != AxisTarget::Device) return value;
    return shortened(value + " " + rows[point].device, most);
}

std::string seriesName(const Sweep& sweep, const std::vector<PointRow>& rows, std::size_t point, std::size_t without) {
    std::string name;
    for (std::size_t i = 0; i < sweep.axes.size(); ++i)
        if (i != without) name += (name.empty() ? "" : " ") + valueName(sweep, rows, i, point, 24);
    return name.empty() ? "time" : name;
}

std::string filtersText(const Stack& stack) {
    std::string text;
    for (const Stage& stage : stack)
        if (stage.enabled) text += (text.empty() ? "" : " | ") + stage.filter;
    return text;
}

std::string titleOf(const Sweep& sweep, const std::vector<PointRow>& rows) {
    std::set<int> devices;
    for (const ExperimentPoint& point : sweep.points)
        devices.insert(point.device);
    const auto wrong = std::ranges::count_if(rows, &PointRow::differs);
    return filtersText(sweep.base.stack) + " on " +
           (devices.size() > 1 ? std::to_string(devices.size()) + " devices" : rows.front().device) +
           (wrong > 0 ? ", without " + std::to_string(wrong) + " wrong results" : "");
}

} // namespace

Plot sweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows) {
    Plot plot;
    plot.yLabel = "time, ms";
    if (!rows.empty()) plot.title = titleOf(sweep, rows);
    if (sweep.axes.empty()) return plot;
    const std::size_t horizontal = horizontalAxis(sweep.axes);
    plot.xLabel = sweep.axes[horizontal].name;
    const auto all = combinations(sweep.axes);
    std::vector<std::string> names(sweep.axes[horizontal].values.size());
    bool isNumber = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double x = placeOf(sweep.axes[horizontal], all[i][horizontal], isNumber);
        names[all[i][horizontal]] = valueName(sweep, rows, horizontal, i, 18);
        if (!rows[i].hasTime() || rows[i].differs() || rows[i].spanUs.median <= 0) continue;
        const std::string name = seriesName(sweep, rows, i, horizontal);
        auto found = std::ranges::find(plot.series, name, &PlotSeries::name);
        if (found == plot.series.end()) found = plot.series.insert(found, {name, {}});
        found->points.emplace_back(x, rows[i].spanUs.median / 1000);
    }
    if (!isNumber) plot.categories = names;
    return plot;
}

int runSweep(const Sweep& sweep, const PointOptions& options, Journal& journal, Console& console, bool quiet,
             std::vector<PointRow>* measured) {
    PointMeasurer runner(options, console.engine());
    tellDevices(runner, sweep.points, journal, quiet);
    if (!quiet) print(stackLine(sweep.base.stack) + "\n");
    std::vector<PointRow> rows;
    journal.setHead("stack", jsonText(stackLine(sweep.base.stack)));
    journal.setHead("axes", axesJson(sweep.axes));
    journal.setHead("points", [&] { return pointsJson(sweep, rows); });
    runPoints(sweep.points, runner, journal, console, quiet, rows);
    if (!quiet) print(fastestText(sweep.points, rows));
    if (measured) *measured = rows;
    return conclude(rows, console);
}

OptionSpec axisOption() { return {"axis", 0, "NAME=VALUES", "what to vary; may be given several times", true}; }

Command sweepCommand() {
    CommandSpec spec;
    spec.name = "sweep";
    spec.positionals = "--stack TEXT --axis NAME=VALUES ...";
    spec.summary = "Measures a stack over variants, workgroups, sizes, images and parameters";
    spec.details = details;
    spec.options =
        withMeasuringOptions({{"stack", 's', "TEXT", "what is varied"},
                              axisOption(),
                              {"size", 0, "WxH", "of the image where it is no axis: 1080p, 4k (default), 8k"},
                              {"image", 0, "KIND", "random (default), natural or constant"}});
    return {spec, run};
}

} // namespace lightbench
