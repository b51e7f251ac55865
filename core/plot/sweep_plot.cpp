// Chooses kind and axes from the number of numeric axes, and names the marks after the other axes.
#include "core/plot/sweep_plot.h"

#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// True for axes that vary how a result is computed, not the result itself.
bool isOfImplementation(const Axis& axis) {
    return axis.target.kind == AxisTarget::Variant || axis.target.kind == AxisTarget::Workgroup ||
           axis.target.kind == AxisTarget::Device || axis.target.kind == AxisTarget::Copy;
}

/// True if all values are numbers. Otherwise 3 and 640x480 would share a scale.
bool isOfNumbers(const Axis& axis) {
    return !isOfImplementation(axis) &&
           std::ranges::all_of(axis.values, [](const std::string& value) { return parsedNumber(value).has_value(); });
}

std::string shortened(const std::string& text, std::size_t maximum) {
    return text.size() > maximum ? text.substr(0, maximum - 3) + "..." : text;
}

std::string filtersText(const Stack& stack) {
    std::string text;
    for (const Stage& stage : stack)
        if (stage.enabled) text += (text.empty() ? "" : " | ") + stage.filter;
    return text;
}

class SweepPlot {
public:
    SweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows, const std::vector<RowChange>& changes)
        : sweep_(sweep), rows_(rows), changes_(changes) {}

    Plot plot() {
        if (rows_.empty()) return {};
        plot_.title = title();
        plot_.notes = {about(), measured()};
        chooseKind();
        for (std::size_t i = 0; i < rows_.size(); ++i)
            plot_.marks.push_back(markOf(i));
        relate();
        if (isOfWorkgroups()) joinAutomatic();
        const auto isArea = [](const PlotMark& mark) { return mark.workgroup && mark.workgroup->y > 1; };
        if (plot_.kind == Plot::Bars && std::ranges::any_of(plot_.marks, isArea)) plot_.kind = Plot::Map;
        return std::move(plot_);
    }

private:
    bool isVaried(const Axis& axis) const { return axis.values.size() > 1; }
    bool isOfWorkgroups() const {
        return sweep_.axes.size() == 1 && sweep_.axes.front().target.kind == AxisTarget::Workgroup;
    }

    void chooseKind() {
        std::vector<std::size_t> places, numbers;
        bool hasImplementations = false;
        for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
            const Axis& axis = sweep_.axes[i];
            if (!isVaried(axis)) continue;
            if (isOfImplementation(axis))
                hasImplementations = true;
            else
                places.push_back(i);
            if (isOfNumbers(axis)) numbers.push_back(i);
        }
        if (places.size() == 2 && hasImplementations) {
            plot_.kind = Plot::Crossover;
            xAxis_ = places[0], yAxis_ = places[1];
        } else if (!numbers.empty()) {
            plot_.kind = Plot::Curves;
            xAxis_ = numbers.back();
        } else if (!places.empty()) {
            xAxis_ = places.front(); // bars are grouped by it
        }
        if (xAxis_) plot_.x = axisOf(*xAxis_);
        if (yAxis_) plot_.y = axisOf(*yAxis_);
    }

    PlotAxis axisOf(std::size_t index) const {
        const Axis& axis = sweep_.axes[index];
        PlotAxis result{axis.name, axis.values, {}, false};
        if (axis.target.kind == AxisTarget::Parameter) {
            const Stage& stage = sweep_.base.stack.at(axis.target.stage);
            const Parameter* parameter = findParameter(sweep_.base.filters.byId(stage.filter), axis.target.parameter);
            if (parameter && !parameter->unit.empty()) result.name += ", " + parameter->unit;
        }
        if (isOfNumbers(axis))
            for (const std::string& value : axis.values)
                result.numbers.push_back(*parsedNumber(value));
        return result;
    }

    std::size_t placeOf(std::size_t point, const std::optional<std::size_t>& axis) const {
        if (!axis) return 0;
        const auto& values = sweep_.axes[*axis].values;
        return std::size_t(std::ranges::find(values, sweep_.points[point].values[*axis]) - values.begin());
    }

    /// The value as shown. Devices have their index and name.
    std::string valueName(std::size_t axis, std::size_t point) const {
        const std::string& value = sweep_.points[point].values[axis];
        const AxisTarget::Kind kind = sweep_.axes[axis].target.kind;
        if (kind == AxisTarget::Workgroup) return workgroupWords(value);
        return kind == AxisTarget::Device ? shortened(value + " " + rows_[point].device, 24) : value;
    }

    /// The point's values on all axes, or only on those that are not drawn as x and y.
    std::string nameOf(std::size_t point, bool withPlaces) const {
        std::string name;
        for (std::size_t i = 0; i < sweep_.axes.size(); ++i)
            if (withPlaces || (i != xAxis_ && i != yAxis_)) name += (name.empty() ? "" : ", ") + valueName(i, point);
        return name.empty() ? "time" : name;
    }

    std::size_t seriesOf(const std::string& name) {
        const auto found = std::ranges::find(plot_.series, name);
        const auto index = std::size_t(found - plot_.series.begin());
        if (found == plot_.series.end()) plot_.series.push_back(name);
        return index;
    }

    PlotMark markOf(std::size_t point) {
        const PointRow& row = rows_[point];
        PlotMark mark;
        mark.row = mark.automaticRow = point;
        mark.name = nameOf(point, true);
        mark.series = seriesOf(nameOf(point, false));
        mark.x = placeOf(point, xAxis_);
        mark.y = placeOf(point, yAxis_);
        if (isOfWorkgroups()) {
            const std::string& value = sweep_.points[point].values.front();
            mark.isAutomatic = value == "auto";
            mark.workgroup = parseWorkgroup(mark.isAutomatic && !row.workgroup.empty() ? row.workgroup : value);
            if (mark.workgroup == driverChosenWorkgroup) mark.workgroup.reset(); // it is drawn outside the map
        }
        mark.status = markStatusOf(row);
        mark.reason = explanationText(row);
        if (row.hasTime()) fill(mark, row);
        if (point < changes_.size()) {
            mark.previousMs = changes_[point].previousUs / 1000;
            mark.change = changes_[point].change.kind;
        }
        return mark;
    }

    static void fill(PlotMark& mark, const PointRow& row) {
        mark.medianMs = row.spanUs.median / 1000;
        mark.lowerMs = row.spanUs.lowerQuartile / 1000;
        mark.upperMs = row.spanUs.upperQuartile / 1000;
        mark.ratio = row.ratio;
        mark.ratioLower = row.ratioLower;
        mark.ratioUpper = row.ratioUpper;
        if (mark.reason.empty() && row.mismatched > 0)
            mark.reason = numberText(row.mismatched) + " samples differ from the reference, at most by " +
                          threeDigits(row.maxAbs);
    }

    /// Computes missing ratios from medians, since a running race does not know them yet.
    void relate() {
        for (const PointGroup& group : pointGroups(sweep_.points)) {
            double fastest = 0;
            for (const std::size_t i : group.members)
                if (const PlotMark& mark = plot_.marks[i]; mark.hasValidResult())
                    fastest = fastest == 0 ? mark.medianMs : std::min(fastest, mark.medianMs);
            for (const std::size_t i : group.members)
                if (PlotMark& mark = plot_.marks[i]; mark.ratio == 0 && fastest > 0)
                    mark.ratio = mark.medianMs / fastest;
        }
    }

    /// Merges `auto` and the workgroup that it chose into one mark.
    void joinAutomatic() {
        if (!plot_.marks.front().isAutomatic || !plot_.marks.front().workgroup) return;
        PlotMark& automatic = plot_.marks.front();
        automatic.name = workgroupWords(workgroupText(*automatic.workgroup));
        const auto same = std::find_if(plot_.marks.begin() + 1, plot_.marks.end(),
                                       [&](const PlotMark& one) { return one.workgroup == automatic.workgroup; });
        if (same == plot_.marks.end()) return;
        same->isAutomatic = true;
        same->automaticRow = automatic.row;
        plot_.marks.erase(plot_.marks.begin());
    }

    std::string title() const {
        const std::size_t devices = devicesOf(sweep_.points).size();
        const auto wrong = std::ranges::count_if(rows_, &PointRow::differs);
        return filtersText(sweep_.base.stack) + " on " +
               (devices > 1 ? std::to_string(devices) + " devices" : rows_.front().device) +
               (wrong > 0 ? ", " + std::to_string(wrong) + " wrong results" : "");
    }

    std::string about() const {
        const PointRow& row = rows_.front();
        std::string text;
        const auto add = [&](AxisTarget::Kind kind, const std::string& value) {
            if (!lightbench::isVaried(sweep_.axes, kind)) text += (text.empty() ? "" : ", ") + value;
        };
        add(AxisTarget::Image, row.image);
        add(AxisTarget::Size, row.size);
        add(AxisTarget::Format, row.format);
        return text + " · " + stackLine(sweep_.base.stack, sweep_.base.filters);
    }

    std::string measured() const {
        std::vector<std::string> devices;
        std::string time;
        for (const PointRow& row : rows_) {
            const std::string device = row.device + ", driver " + row.provenance.driver;
            if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
            time = std::max(time, row.provenance.time);
        }
        std::string text = joinWords(devices, "and") + " · " + rows_.front().provenance.program;
        if (!time.empty()) text += ", " + time.substr(0, 10);
        return text + " · medians and interquartile ranges of the repeats";
    }

    const Sweep& sweep_;
    const std::vector<PointRow>& rows_;
    const std::vector<RowChange>& changes_;
    std::optional<std::size_t> xAxis_, yAxis_; ///< indices of the sweep's axes
    Plot plot_;
};
} // namespace

MarkStatus markStatusOf(const PointRow& row) {
    switch (row.status) {
    case PointStatus::Winner: return row.ended.empty() ? MarkStatus::Leads : MarkStatus::Winner;
    case PointStatus::Tie: return isUndecided(row) ? MarkStatus::Undecided : MarkStatus::Tie;
    case PointStatus::Slower: return MarkStatus::Slower;
    case PointStatus::WrongResult: return MarkStatus::Wrong;
    case PointStatus::DoesNotApply: return MarkStatus::DoesNotApply;
    case PointStatus::NotRaced:
    case PointStatus::NotRun: break;
    }
    if (row.hasTime() && row.differs()) return MarkStatus::Wrong;
    if (row.hasTime()) return MarkStatus::Undecided;
    return explanationText(row).empty() && row.ended.empty() ? MarkStatus::Waiting : MarkStatus::NotRun;
}

std::string workgroupWords(const std::string& text) {
    const std::size_t place = text.find('x');
    return place == std::string::npos ? text : text.substr(0, place) + " × " + text.substr(place + 1);
}

Plot sweepPlot(const Sweep& sweep, const std::vector<PointRow>& rows, const std::vector<RowChange>& changes) {
    return SweepPlot(sweep, rows, changes).plot();
}

} // namespace lightbench
