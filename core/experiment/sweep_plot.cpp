// Chooses the horizontal axis, and names lines and places on it.
#include "core/experiment/sweep_plot.h"

#include <algorithm>
#include <charconv>

namespace lightbench {

namespace {
/// False if it is no number from its first to its last character, such as 640x480.
bool readNumber(const std::string& text, double& number) {
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size();
}

/// An axis is one of numbers only if all its values are: else 3 and 640x480 would share a scale.
bool isOfNumbers(const Axis& axis) {
    if (axis.target.kind == AxisTarget::Workgroup || axis.target.kind == AxisTarget::Device) return false;
    double number = 0;
    return std::ranges::all_of(axis.values, [&](const std::string& value) { return readNumber(value, number); });
}

std::size_t horizontalAxis(const std::vector<Axis>& axes) {
    std::size_t chosen = axes.size() - 1;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (axes[i].values.size() > 1 && isOfNumbers(axes[i])) chosen = i;
    return chosen;
}

std::string shortened(const std::string& text, std::size_t most) {
    return text.size() > most ? text.substr(0, most - 3) + "..." : text;
}

/// What a plot calls a value: of devices their names, with the number where two have the same.
std::string valueName(const Sweep& sweep, const std::vector<PointRow>& rows, std::size_t axis, std::size_t point,
                      std::size_t most) {
    const std::string& value = sweep.points[point].values[axis];
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
    const std::size_t devices = devicesOf(sweep.points).size();
    const auto wrong = std::ranges::count_if(rows, &PointRow::differs);
    return filtersText(sweep.base.stack) + " on " +
           (devices > 1 ? std::to_string(devices) + " devices" : rows.front().device) +
           (wrong > 0 ? ", without " + std::to_string(wrong) + " wrong results" : "");
}

void addPoint(Plot& plot, const std::string& series, double x, double y) {
    auto found = std::ranges::find(plot.series, series, &PlotSeries::name);
    if (found == plot.series.end()) found = plot.series.insert(found, {series, {}});
    found->points.emplace_back(x, y);
}
} // namespace

Plot sweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows) {
    Plot plot;
    plot.yLabel = "time, ms";
    if (!rows.empty()) plot.title = titleOf(sweep, rows);
    if (sweep.axes.empty()) return plot;
    const std::size_t horizontal = horizontalAxis(sweep.axes);
    const Axis& axis = sweep.axes[horizontal];
    plot.xLabel = axis.name;
    const bool numbers = isOfNumbers(axis);
    std::vector<std::string> names(axis.values.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string& value = sweep.points[i].values[horizontal];
        const auto index = std::size_t(std::ranges::find(axis.values, value) - axis.values.begin());
        names[index] = valueName(sweep, rows, horizontal, i, 18);
        if (!rows[i].hasTime() || rows[i].differs() || rows[i].spanUs.median <= 0) continue;
        double x = double(index);
        if (numbers) readNumber(value, x);
        addPoint(plot, seriesName(sweep, rows, i, horizontal), x, rows[i].spanUs.median / 1000);
    }
    if (!numbers) plot.categories = names;
    return plot;
}

} // namespace lightbench
