// Generates every combination of the axes' values as a point, and groups points by their settings.
#include "core/experiment/point.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
constexpr double maxPoints = 100'000;

void apply(ExperimentPoint& point, const Axis& axis, const std::string& value) {
    point.axes += (point.axes.empty() ? "" : " ") + axis.name + "=" + value;
    point.values.push_back(value);
    switch (axis.target.kind) {
    case AxisTarget::Device: point.device = std::stoi(value); break;
    case AxisTarget::Size: point.size = parseSize(value); break;
    case AxisTarget::Image: point.image = value; break;
    case AxisTarget::Format: point.format = parseFormat(value); break;
    case AxisTarget::Copy: point.copy = value; break;
    default: applyToStage(point.stack, axis.target, value, point.filters);
    }
}

void refuseTooMany(const std::vector<Axis>& axes) {
    double points = 1;
    for (const Axis& axis : axes)
        points *= double(axis.values.size());
    if (points > maxPoints)
        throw Error(ErrorKind::Usage, "the axes span " + numberText(points) + " points; give fewer values, at most " +
                                          numberText(maxPoints) + " points in all");
}

/// The key of a group: all settings except variant, workgroup and device.
std::string sharedBy(const ExperimentPoint& point) {
    Stack stack = point.stack;
    for (Stage& stage : stack) {
        stage.variant = "auto";
        stage.workgroup.reset();
    }
    return stackLine(stack, point.filters) + ", " + point.image + " " + sizeText(point.size) + " " +
           formatText(point.format) + (point.racesWithinDevice ? ", device " + std::to_string(point.device) : "");
}

} // namespace

std::vector<PointGroup> pointGroups(const std::vector<ExperimentPoint>& points) {
    std::vector<PointGroup> groups;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string name = sharedBy(points[i]);
        auto found = std::ranges::find(groups, name, &PointGroup::name);
        if (found == groups.end()) found = groups.insert(found, {name, {}});
        found->members.push_back(i);
    }
    return groups;
}

Sweep sweepOf(const ExperimentPoint& base, std::vector<Axis> axes) {
    refuseTooMany(axes);
    Sweep sweep{base, std::move(axes), {}};
    for (const std::vector<std::size_t>& combination : combinations(sweep.axes)) {
        sweep.points.push_back(base);
        for (std::size_t i = 0; i < combination.size(); ++i)
            apply(sweep.points.back(), sweep.axes[i], sweep.axes[i].values[combination[i]]);
    }
    return sweep;
}

std::vector<int> devicesOf(const std::vector<ExperimentPoint>& points) {
    std::vector<int> numbers;
    for (const ExperimentPoint& point : points)
        if (std::ranges::find(numbers, point.device) == numbers.end()) numbers.push_back(point.device);
    return numbers;
}

std::string imageAfter(const std::string& image, const Stack& before, const FilterCatalog& filters) {
    return std::ranges::any_of(before, &Stage::enabled) ? image + " | " + stackLine(before, filters) : image;
}

std::string sizeText(const Size& size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

} // namespace lightbench
