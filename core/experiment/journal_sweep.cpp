#include "core/experiment/journal_sweep.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
using AxisValues = std::vector<std::pair<std::string, std::string>>;

/// Parses text such as "variant=local gaussian.sigma=2".
AxisValues axisValuesOf(const std::string& text) {
    AxisValues all;
    for (const std::string_view word : split(text, " "))
        if (const std::size_t equals = word.find('='); equals != word.npos)
            all.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        else if (!all.empty())
            all.back().second.append(" ").append(word);
    return all;
}

/// A row as a point, and the parts that it shares with other rows of its experiment.
struct ReadRow {
    ExperimentPoint point;
    std::vector<Axis> axes; ///< with this row's values
    Stack base;             ///< without the parameters that the axes vary
    std::string shared;
};

void neutralise(Stack& stack, const AxisTarget& target, const FilterCatalog& filters) {
    if (target.kind == AxisTarget::Variant) stack.at(target.stage).variant = "auto";
    if (target.kind == AxisTarget::Workgroup) stack.at(target.stage).workgroup.reset();
    if (target.kind != AxisTarget::Parameter) return;
    Stage& stage = stack.at(target.stage);
    stage.parameters.set(target.parameter, findParameter(filters.byId(stage.filter), target.parameter)->initial);
}

ReadRow readRow(const PointRow& row, const FilterCatalog& filters) {
    ReadRow read;
    read.point.stack = read.base = parseStack(row.stack, filters);
    read.point.filters = filters;
    read.point.device = row.provenance.deviceIndex;
    read.point.size = parseSize(row.size);
    read.point.format = parseFormat(row.format);
    read.point.image = row.image;
    read.point.axes = row.axes;
    bool isImageVaried = false;
    for (const auto& [name, value] : axisValuesOf(row.axes)) {
        read.axes.push_back({name, axisTarget(name, read.base, filters), {value}});
        read.point.values.push_back(value);
        read.shared += name + " ";
        isImageVaried = isImageVaried || read.axes.back().target.kind == AxisTarget::Image;
        neutralise(read.base, read.axes.back().target, filters);
    }
    read.shared += "| " + stackLine(read.base, filters) + " | " + row.format + " | " + (isImageVaried ? "" : row.image);
    return read;
}

void addValues(Sweep& sweep, const ReadRow& read) {
    for (std::size_t i = 0; i < read.axes.size(); ++i) {
        std::vector<std::string>& values = sweep.axes[i].values;
        if (std::ranges::find(values, read.point.values[i]) == values.end()) values.push_back(read.point.values[i]);
    }
}
} // namespace

JournalSweep lastSweepOf(const std::vector<PointRow>& rows, const FilterCatalog& filters) {
    if (rows.empty()) throw Error(ErrorKind::Input, "it holds no rows yet");
    const ReadRow last = readRow(rows.back(), filters);
    JournalSweep found;
    found.sweep.base = last.point;
    found.sweep.base.stack = last.base;
    found.sweep.axes = last.axes;
    for (Axis& axis : found.sweep.axes)
        axis.values.clear();
    std::map<std::string, std::size_t> places;
    for (const PointRow& row : rows) {
        const ReadRow read = readRow(row, filters);
        if (read.shared != last.shared) {
            ++found.others;
            continue;
        }
        const auto [place, isNew] = places.try_emplace(pointKey(row), found.rows.size());
        if (isNew) {
            addValues(found.sweep, read);
            found.sweep.points.push_back(read.point);
            found.rows.push_back(row);
        } else if (row.hasTime() || !found.rows[place->second].hasTime()) {
            found.rows[place->second] = row;
        }
    }
    return found;
}

} // namespace lightbench
