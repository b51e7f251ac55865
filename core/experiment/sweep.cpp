// Parses lists, ranges and `all`, and checks every value against the filter's declaration. Then generates every
// combination of the axes' values as a point, and groups points by their settings.
#include "core/experiment/sweep.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/device/device_choice.h"
#include "core/framework/filter_catalog.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
constexpr std::size_t maxRangeSteps = 10'000;

[[noreturn]] void failAxis(std::string_view axis, const std::string& why) {
    throw Error(ErrorKind::Usage, "axis \"" + shownText(axis) + "\": " + why);
}

std::optional<double> numberOf(std::string_view text) {
    const std::optional<double> value = parsedNumber(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

[[noreturn]] void refuseSteps(const FilterCatalog& filters) {
    std::vector<std::string> all;
    for (const Filter& filter : filters.filters())
        for (const Variant& variant : filter.variants)
            if (!variant.ablation.empty()) all.push_back(filter.id + " variant=" + variant.id);
    failAxis("step", "only " + joinWords(all, "and") + (all.size() > 1 ? " have" : " has") + " steps");
}

/// The steps that all enabled stages share: builds of their kernels that end early (Variant::ablation). Throws if there
/// are none, also for `auto`, which may choose a variant without steps.
std::vector<AblationStep> stepsOf(const Stack& stack, const FilterCatalog& filters) {
    std::vector<AblationStep> shared;
    for (const Stage& stage : stack) {
        if (!stage.enabled) continue;
        if (stage.variant == "auto") refuseSteps(filters);
        const std::vector<AblationStep>& own = variantById(filters.byId(stage.filter), stage.variant).ablation;
        if (own.empty() || (!shared.empty() && own != shared)) refuseSteps(filters);
        shared = own;
    }
    return shared;
}

/// The step with that number, counted from 0, or that name.
AblationStep stepNamed(const std::string& value, const Stack& stack, const FilterCatalog& filters) {
    std::vector<std::string> names;
    for (const AblationStep& step : stepsOf(stack, filters)) {
        const std::string number = std::to_string(names.size());
        if (value == number || value == step.name) return step;
        names.push_back(number + " (" + step.name + ")");
    }
    failAxis("step", "there is no step \"" + shownText(value) + "\"; the steps are " + joinWords(names, "and"));
}

std::size_t onlyStage(std::string_view axis, const Stack& stack) {
    std::vector<std::size_t> enabled;
    for (std::size_t i = 0; i < stack.size(); ++i)
        if (stack[i].enabled) enabled.push_back(i);
    if (enabled.size() == 1) return enabled.front();
    failAxis(axis, "the stack has several stages; name one, such as 1." + std::string(axis));
}

std::size_t stageNamed(std::string_view axis, std::string_view name, const Stack& stack) {
    if (const std::optional<double> number = numberOf(name)) {
        if (*number >= 1 && *number <= double(stack.size()) && *number == std::floor(*number))
            return std::size_t(*number) - 1;
        failAxis(axis, "the stack has stages 1.." + std::to_string(stack.size()));
    }
    std::vector<std::string> names;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        names.push_back(stack[i].filter);
        if (stack[i].filter == name) found.push_back(i);
    }
    if (found.size() == 1) return found.front();
    if (found.empty())
        failAxis(axis, "there is no stage \"" + shownText(name) + "\"; " + suggestion(name, names, "stages"));
    failAxis(axis, "several stages are called " + std::string(name) + "; give the number, such as " +
                       std::to_string(found.front() + 1) + std::string(axis.substr(axis.find('.'))));
}

AxisTarget stageTarget(std::string_view axis, std::size_t stage, std::string_view setting, const Stack& stack,
                       const FilterCatalog& filters) {
    if (setting == "variant") return {AxisTarget::Variant, stage, {}};
    if (setting == "workgroup") return {AxisTarget::Workgroup, stage, {}};
    const Filter& filter = filters.byId(stack[stage].filter);
    if (const Parameter* found = findParameter(filter, setting)) return {AxisTarget::Parameter, stage, found->name};
    std::vector<std::string> names{"variant", "workgroup"};
    for (const Parameter& parameter : filter.parameters)
        names.push_back(parameter.name);
    failAxis(axis, filter.id + " has no parameter \"" + shownText(setting) + "\"; " +
                       suggestion(setting, names, "parameters"));
}

/// Of many sizes, those that people try: 64 to 256 work-items as a row, or as blocks 4 rows high up to squares.
bool isUsual(const Workgroup& workgroup) {
    const int items = workgroup.x * workgroup.y;
    const bool isBlock = workgroup.y >= 4 && workgroup.y <= workgroup.x;
    return workgroup == driverChosenWorkgroup || (items >= 64 && items <= 256 && (workgroup.y == 1 || isBlock));
}

std::vector<Workgroup> usualOf(const std::vector<Workgroup>& offered) {
    constexpr std::size_t few = 12;
    std::vector<Workgroup> usual;
    std::ranges::copy_if(offered, std::back_inserter(usual), isUsual);
    return offered.size() <= few || usual.empty() ? offered : usual;
}

std::vector<std::string> workgroupsOf(const Stage& stage, const FilterCatalog& filters, bool areUsual) {
    std::vector<std::string> all;
    for (const Variant* variant : allVariants(filters.byId(stage.filter))) {
        if (stage.variant != "auto" && variant != &variantById(filters.byId(stage.filter), stage.variant)) continue;
        const std::vector<Workgroup>& offered = variant->workgroups.offered;
        for (const Workgroup& workgroup : areUsual ? usualOf(offered) : offered)
            if (std::ranges::find(all, workgroupText(workgroup)) == all.end()) all.push_back(workgroupText(workgroup));
    }
    return all;
}

std::vector<std::string> rangeValues(std::string_view axis, double first, double last, double step) {
    if (step <= 0 || last < first || (last - first) / step > double(maxRangeSteps))
        failAxis(axis, "a range counts upwards, in at most 10000 steps, such as 3..31..2");
    std::vector<std::string> values;
    // The small allowance keeps the last value despite rounding.
    for (std::size_t i = 0; first + double(i) * step <= last + step * 1e-9; ++i)
        values.push_back(numberText(std::round((first + double(i) * step) * 1e9) / 1e9));
    return values;
}

std::vector<std::string> allOfParameter(std::string_view axis, const Parameter& parameter) {
    std::vector<std::string> values;
    for (const Choice& choice : parameter.choices)
        values.push_back(choice.name);
    if (parameter.kind == ParameterKind::Switch) values = {"off", "on"};
    if (parameter.kind == ParameterKind::Integer)
        values = rangeValues(axis, parameter.minimum, parameter.maximum, parameter.step);
    if (values.empty()) failAxis(axis, "`all` has no end here; give a list or a range, such as 1..9..2");
    return values;
}

std::vector<std::string> allValues(std::string_view axis, const AxisTarget& target, const Stack& stack,
                                   const FilterCatalog& filters, const std::vector<DeviceInfo>& devices) {
    std::vector<std::string> values;
    switch (target.kind) {
    case AxisTarget::Device:
        for (const DeviceInfo& device : devices)
            values.push_back(std::to_string(device.index));
        return values;
    case AxisTarget::Size: return {"1080p", "4k", "8k"};
    case AxisTarget::Image: return benchImageKinds();
    case AxisTarget::Copy: return {"1", "2"};
    case AxisTarget::Format: return {"u8", "u16", "u32", "f32", "rgba8", "rgba16", "rgba32", "rgbaf32"};
    case AxisTarget::Step:
        std::ranges::transform(stepsOf(stack, filters), std::back_inserter(values), &AblationStep::name);
        return values;
    case AxisTarget::Variant:
        for (const Variant* variant : allVariants(filters.byId(stack[target.stage].filter)))
            values.push_back(variant->id);
        return values;
    case AxisTarget::Workgroup: return workgroupsOf(stack[target.stage], filters, false);
    case AxisTarget::Parameter: break;
    }
    return allOfParameter(axis, *findParameter(filters.byId(stack[target.stage].filter), target.parameter));
}

std::vector<std::string> rangeOf(std::string_view axis, std::string_view text) {
    const std::size_t first = text.find("..");
    const std::size_t second = text.find("..", first + 2);
    const auto part = [&](std::size_t begin, std::size_t end) { return numberOf(text.substr(begin, end - begin)); };
    const std::optional<double> from = part(0, first);
    const std::optional<double> to = part(first + 2, second == std::string_view::npos ? text.size() : second);
    const std::optional<double> step =
        second == std::string_view::npos ? std::optional<double>(1) : part(second + 2, text.size());
    if (!from || !to || !step) failAxis(axis, "\"" + shownText(text) + "\" is not a range; write it as in 3..31..2");
    return rangeValues(axis, *from, *to, *step);
}

std::vector<std::string> listed(std::string_view axis, std::string_view text) {
    std::vector<std::string> values;
    for (const std::string_view untrimmed : split(text, ",")) {
        const std::string_view part = trimmed(untrimmed);
        if (part.empty()) failAxis(axis, "it has an empty value; write it as in a,b,c");
        if (part.find("..") != std::string_view::npos)
            std::ranges::move(rangeOf(axis, part), std::back_inserter(values));
        else
            values.emplace_back(part);
    }
    return values;
}

/// Texts, which have no ranges. A comma in parentheses belongs to a text, such as that of min(v, p1).
std::vector<std::string> listedTexts(std::string_view text) {
    std::vector<std::string> values(1);
    int open = 0;
    for (const char c : text) {
        open += c == '(' ? 1 : c == ')' ? -1 : 0;
        if (c == ',' && open == 0)
            values.emplace_back();
        else
            values.back() += c;
    }
    for (std::string& value : values)
        value = trimmed(value);
    return values;
}

bool isText(const AxisTarget& target, const Stack& stack, const FilterCatalog& filters) {
    return target.kind == AxisTarget::Parameter &&
           findParameter(filters.byId(stack[target.stage].filter), target.parameter)->kind == ParameterKind::Text;
}

void checkCopy(const std::string& axis, const std::string& value) {
    const std::optional<double> number = numberOf(value);
    if (!number || *number < 1 || *number > 99 || *number != std::floor(*number))
        failAxis(axis, "\"" + shownText(value) + "\" is not the number of a copy; write it as in 1,2");
}

/// Sets a value of a stage's axis. Throws Error(Usage) if it is out of range.
void applyToStage(Stack& stack, const AxisTarget& target, const std::string& value, const FilterCatalog& filters) {
    Stage& stage = stack.at(target.stage);
    const Filter& filter = filters.byId(stage.filter);
    if (target.kind == AxisTarget::Variant)
        stage.variant = value == "auto" ? value : variantById(filter, value).id;
    else if (target.kind == AxisTarget::Workgroup)
        stage.workgroup = parseWorkgroup(value);
    else
        stage.parameters.set(target.parameter, parseValue(*findParameter(filter, target.parameter), value));
}

/// The value in the form that points use. Throws if the axis does not allow it.
std::string checkedValue(const Axis& axis, const std::string& value, Stack stack, const FilterCatalog& filters,
                         const std::vector<DeviceInfo>& devices) {
    switch (axis.target.kind) {
    case AxisTarget::Size: parseSize(value); break;
    case AxisTarget::Format: parseFormat(value); break;
    case AxisTarget::Image: benchImage(value, {{1, 1}, {}}); break;
    case AxisTarget::Copy: checkCopy(axis.name, value); break;
    case AxisTarget::Step: return stepNamed(value, stack, filters).name;
    case AxisTarget::Device: return std::to_string(deviceNamed(devices, value).index);
    default: applyToStage(stack, axis.target, value, filters);
    }
    return value;
}

void refuseTwice(const Axis& axis) {
    for (auto value = axis.values.begin(); value != axis.values.end(); ++value)
        if (std::find(axis.values.begin(), value, *value) != value)
            failAxis(axis.name, "it has the value " + shownText(*value) + " twice");
}
} // namespace

AxisTarget axisTarget(std::string_view name, const Stack& stack, const FilterCatalog& filters) {
    const std::pair<const char*, AxisTarget::Kind> plain[] = {
        {"device", AxisTarget::Device}, {"size", AxisTarget::Size}, {"image", AxisTarget::Image},
        {"format", AxisTarget::Format}, {"step", AxisTarget::Step}, {"copy", AxisTarget::Copy}};
    for (const auto& [word, kind] : plain)
        if (name == word) return {kind, 0, {}};
    if (name == "variant" || name == "workgroup")
        return stageTarget(name, onlyStage(name, stack), name, stack, filters);
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) {
        std::vector<std::string> names{"device", "size", "image", "format", "step", "copy", "variant", "workgroup"};
        failAxis(name, "there is no such axis, and it is no STAGE.PARAMETER; " + suggestion(name, names, "axes"));
    }
    const std::size_t stage = stageNamed(name, name.substr(0, dot), stack);
    if (!stack[stage].enabled) failAxis(name, "its stage is disabled, so nothing would vary; remove the !");
    return stageTarget(name, stage, name.substr(dot + 1), stack, filters);
}

Axis parseAxis(std::string_view text, const Stack& stack, const FilterCatalog& filters,
               const std::vector<DeviceInfo>& devices) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) failAxis(text, "give NAME=VALUES, such as workgroup=64,128 or size=all");
    Axis axis;
    axis.name = trimmed(text.substr(0, equals));
    axis.target = axisTarget(axis.name, stack, filters);
    const std::string_view values = trimmed(text.substr(equals + 1));
    const bool kernels = axis.target.kind == AxisTarget::Variant && values == "kernels";
    const bool areUsual = axis.target.kind == AxisTarget::Workgroup && values == "usual";
    axis.values = areUsual                              ? workgroupsOf(stack[axis.target.stage], filters, true)
                  : kernels || values == "all"          ? allValues(axis.name, axis.target, stack, filters, devices)
                  : isText(axis.target, stack, filters) ? listedTexts(values)
                                                        : listed(axis.name, values);
    if (kernels) std::erase(axis.values, "cpu");
    if (axis.target.kind == AxisTarget::Workgroup && !values.empty() &&
        std::isalpha(static_cast<unsigned char>(values.front())) && axis.values.size() == 1 && values != "auto" &&
        values != "driver")
        failAxis(values, "no such workgroups; give usual, all, or a list such as 64,128,16x16");
    for (std::string& value : axis.values)
        value = checkedValue(axis, value, stack, filters, devices);
    refuseTwice(axis);
    return axis;
}

bool isVaried(const std::vector<Axis>& axes, AxisTarget::Kind kind) {
    return std::ranges::any_of(axes, [kind](const Axis& axis) { return axis.target.kind == kind; });
}

namespace {
constexpr double maxPoints = 100'000;

void apply(ExperimentPoint& point, const Axis& axis, const std::string& value) {
    point.values.push_back(value);
    if (axis.target.kind == AxisTarget::Step) return; // setStep, after all axes, because one may choose the variant
    point.axes += (point.axes.empty() ? "" : " ") + axis.name + "=" + value;
    switch (axis.target.kind) {
    case AxisTarget::Device: point.device = std::stoi(value); break;
    case AxisTarget::Size: point.size = parseSize(value); break;
    case AxisTarget::Image: point.image = value; break;
    case AxisTarget::Format: point.format = parseFormat(value); break;
    case AxisTarget::Copy: point.copy = value; break;
    default: applyToStage(point.stack, axis.target, value, point.filters);
    }
}

/// Makes the point measure a build that ends with the step. Its text begins with the step.
void setStep(ExperimentPoint& point, const std::string& name) {
    const AblationStep step = stepNamed(name, point.stack, point.filters);
    point.axes = "step=\"" + name + "\"" + (point.axes.empty() ? "" : " ") + point.axes;
    point.buildOptions = step.options;
    point.check = step.isWhole;
}

void refuseTooMany(const std::vector<Axis>& axes) {
    double points = 1;
    for (const Axis& axis : axes)
        points *= double(axis.values.size());
    if (points > maxPoints)
        throw Error(ErrorKind::Usage, "the axes span " + numberText(points) + " points; give fewer values, at most " +
                                          numberText(maxPoints) + " points in all");
}

/// The key of a group: all settings except variant, workgroup and device. Steps of an ablation do not compute the same.
std::string groupKey(const ExperimentPoint& point) {
    return automaticStackText(point.stack, point.filters) + ", " + point.image + " " + sizeText(point.size) + " " +
           formatText(point.format) + (point.racesWithinDevice ? ", device " + std::to_string(point.device) : "") +
           (point.buildOptions.empty() ? "" : ", " + point.buildOptions);
}

} // namespace

std::vector<PointGroup> pointGroups(const std::vector<ExperimentPoint>& points) {
    std::vector<PointGroup> groups;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::string name = groupKey(points[i]);
        auto found = std::ranges::find(groups, name, &PointGroup::name);
        if (found == groups.end()) found = groups.insert(found, {name, {}});
        found->members.push_back(i);
    }
    return groups;
}

Sweep sweepOf(const ExperimentPoint& base, std::vector<Axis> axes) {
    refuseTooMany(axes);
    Sweep sweep{base, std::move(axes), {base}};
    for (const Axis& axis : sweep.axes) {
        const std::vector<ExperimentPoint> points = std::exchange(sweep.points, {});
        for (const ExperimentPoint& point : points)
            for (const std::string& value : axis.values)
                apply(sweep.points.emplace_back(point), axis, value);
    }
    for (std::size_t i = 0; i < sweep.axes.size(); ++i)
        if (sweep.axes[i].target.kind == AxisTarget::Step)
            for (ExperimentPoint& point : sweep.points)
                setStep(point, point.values[i]);
    return sweep;
}

std::vector<int> devicesOf(const std::vector<ExperimentPoint>& points) {
    std::vector<int> numbers;
    for (const ExperimentPoint& point : points)
        if (std::ranges::find(numbers, point.device) == numbers.end()) numbers.push_back(point.device);
    return numbers;
}

std::string imageNameAfter(const std::string& image, const Stack& before, const FilterCatalog& filters) {
    return std::ranges::any_of(before, &Stage::enabled) ? image + " | " + stackLine(before, filters) : image;
}

Stage automaticStage(Stage stage) {
    stage.variant = "auto";
    stage.workgroup.reset();
    return stage;
}

std::string automaticStackText(Stack stack, const FilterCatalog& filters) {
    std::ranges::transform(stack, stack.begin(), automaticStage);
    return stackLine(stack, filters);
}

std::string sizeText(const Size& size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

} // namespace lightbench
