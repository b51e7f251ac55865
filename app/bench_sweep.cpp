// `sweep`: measures a stack over axes.
#include "app/bench_sweep.h"

#include <algorithm>
#include <charconv>

#include "core/bench_image.h"
#include "core/stack_text.h"
#include "core/text.h"

namespace lightbench {

namespace {
constexpr double sweepCapSeconds = 5;

void apply(BenchPoint& point, const Axis& axis, const std::string& value) {
    point.axes += (point.axes.empty() ? "" : " ") + axis.name + "=" + value;
    switch (axis.target.kind) {
    case AxisTarget::Device: point.device = std::stoi(value); break;
    case AxisTarget::Size: point.size = parseSize(value); break;
    case AxisTarget::Image: point.image = value; break;
    case AxisTarget::Format: point.format = parseFormat(value); break;
    default: applyToStage(point.stack, axis.target, value);
    }
}

/// What two points share that differ in variant, workgroup and device only.
std::string groupOf(const BenchPoint& point) {
    Stack stack = point.stack;
    for (Stage& stage : stack) {
        stage.variant = "auto";
        stage.workgroup.reset();
    }
    return stackLine(stack) + ", " + point.image + " " + std::to_string(point.size.width) + "x" +
           std::to_string(point.size.height) + " " + formatText(point.format);
}

std::string candidate(const BenchRow& row) {
    return "variant=" + row.variant + " workgroup=" + row.workgroup + " (" + threeDigits(row.spanUs.median / 1000) +
           " ms)";
}

std::string groupText(const std::string& group, const std::vector<const BenchRow*>& rows) {
    const BenchRow& best = **std::ranges::min_element(rows, {}, [](const auto* row) { return row->spanUs.median; });
    std::vector<std::string> ties;
    for (const BenchRow* row : rows)
        if (row != &best && row->spanUs.lowerQuartile <= best.spanUs.upperQuartile) ties.push_back(candidate(*row));
    std::string text = group + "\n  fastest: " + candidate(best) + "\n";
    if (!ties.empty()) text += "  as fast, within the noise: " + joinWords(ties, "and") + "\n";
    return text;
}

int run(const Arguments& arguments, Session& session) {
    if (!arguments.has("stack")) throw Error(ErrorKind::Usage, "give --stack with what to measure; see --help");
    PointOptions options = pointOptions(arguments, session, sweepCapSeconds);
    BenchPoint base;
    base.stack = parseStack(arguments.value("stack"));
    base.size = parseSize(arguments.has("size") ? arguments.value("size") : "4k");
    base.format = parseFormat(arguments.has("format") ? arguments.value("format") : "u8");
    base.image = arguments.has("image") ? arguments.value("image") : "random";
    benchImage(base.image, {{1, 1}, {}});
    const std::vector<Axis> axes = axesOf(arguments, base.stack, session);
    base.device = session.device(arguments.value("device")).index;
    BenchJournal journal(arguments.value("csv"), arguments.value("report"));
    return runSweep(sweepPoints(base, axes), options, journal, session, arguments.has("quiet"));
}

const char* const details =
    "Each --axis is NAME=VALUES. NAME: variant or workgroup (of the only stage), device, size, image, format, or\n"
    "STAGE.variant, STAGE.workgroup, STAGE.PARAMETER with STAGE a number from 1 or the filter's name. VALUES: a list\n"
    "a,b,c, a range a..b or a..b..step, or all. The last axis changes fastest.\n"
    "A point that cannot run keeps its reason. With --csv a sweep that was stopped goes on where it was.\n\n"
    "Examples\n"
    "  sweep --stack convolution --axis variant=naive,tiled --axis convolution.k=3..31..4 --csv convolution.csv\n"
    "  sweep --stack \"histogram variant=local\" --axis image=all --axis workgroup=64,128,256 --size 8k\n";
} // namespace

std::vector<Axis> axesOf(const Arguments& arguments, const Stack& stack, Session& session) {
    std::vector<Axis> axes;
    session.device({}); // no device at all is the error, whatever the axes are
    for (const std::string& text : arguments.values("axis")) {
        axes.push_back(parseAxis(text, stack, session.devices().devices));
        for (std::size_t i = 0; i + 1 < axes.size(); ++i)
            if (axes[i].name == axes.back().name)
                throw Error(ErrorKind::Usage, "axis " + axes.back().name + " is given twice");
        if (axes.back().target.kind == AxisTarget::Device && arguments.has("device"))
            throw Error(ErrorKind::Usage, "give --device or the axis device, not both");
    }
    return axes;
}

std::vector<BenchPoint> sweepPoints(const BenchPoint& base, const std::vector<Axis>& axes) {
    std::vector<BenchPoint> points;
    for (const std::vector<std::size_t>& combination : combinations(axes)) {
        points.push_back(base);
        for (std::size_t i = 0; i < axes.size(); ++i)
            apply(points.back(), axes[i], axes[i].values[combination[i]]);
    }
    return points;
}

std::string fastestText(const std::vector<BenchPoint>& points, const std::vector<BenchRow>& rows) {
    std::vector<std::string> groups;
    std::vector<std::vector<const BenchRow*>> members;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].hasTime()) continue;
        const std::string group = groupOf(points[i]);
        const auto found = std::ranges::find(groups, group);
        if (found == groups.end()) members.emplace_back();
        const std::size_t index = std::size_t(found - groups.begin());
        if (found == groups.end()) groups.push_back(group);
        members[index].push_back(&rows[i]);
    }
    std::string text;
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (members[i].size() > 1) text += groupText(groups[i], members[i]);
    return text;
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

std::string seriesName(const std::vector<Axis>& axes, const std::vector<std::size_t>& combination,
                       std::size_t without) {
    std::string name;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (i != without) name += (name.empty() ? "" : " ") + axes[i].values[combination[i]];
    return name.empty() ? "time" : name;
}

std::string filtersText(const Stack& stack) {
    std::string text;
    for (const Stage& stage : stack)
        if (stage.enabled) text += (text.empty() ? "" : " | ") + stage.filter;
    return text;
}
} // namespace

Plot sweepPlot(const std::vector<Axis>& axes, const std::vector<BenchPoint>& points,
               const std::vector<BenchRow>& rows) {
    Plot plot;
    plot.yLabel = "time, ms";
    if (!rows.empty()) plot.title = filtersText(points.front().stack) + " on " + rows.front().device;
    if (axes.empty()) return plot;
    const std::size_t horizontal = horizontalAxis(axes);
    plot.xLabel = axes[horizontal].name;
    const auto all = combinations(axes);
    bool isNumber = true;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double x = placeOf(axes[horizontal], all[i][horizontal], isNumber);
        if (!rows[i].hasTime() || rows[i].spanUs.median <= 0) continue;
        const std::string name = seriesName(axes, all[i], horizontal);
        auto found = std::ranges::find(plot.series, name, &PlotSeries::name);
        if (found == plot.series.end()) found = plot.series.insert(found, {name, {}});
        found->points.emplace_back(x, rows[i].spanUs.median / 1000);
    }
    if (!isNumber) plot.categories = axes[horizontal].values;
    return plot;
}

int runSweep(const std::vector<BenchPoint>& points, const PointOptions& options, BenchJournal& journal,
             Session& session, bool quiet, std::vector<BenchRow>* measured) {
    PointRunner runner(options);
    tellDevice(runner, points.front().device, journal, quiet);
    std::vector<BenchRow> rows;
    const int code = runPoints(points, runner, journal, session, quiet, &rows);
    if (!quiet) print(fastestText(points, rows));
    if (measured) *measured = std::move(rows);
    return code;
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
