// `ablation`: measures what each step of a variant adds to its time. It needs kernels that can stop after a step
// (Variant::ablation).
#include <algorithm>

#include "app/bench/experiment_run.h"
#include "app/bench/options.h"
#include "app/worker/program_filters.h"
#include "core/base/text.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
constexpr double ablationCapSeconds = 5;

/// Empty for `auto`, which may choose a variant without steps.
const std::vector<AblationStep>& stepsOf(const Stage& stage) {
    static const std::vector<AblationStep> none;
    // Only built-in variants can be built in part.
    const Filter* filter = programFilters().find(stage.filter);
    return stage.variant == "auto" || !filter ? none : variantById(*filter, stage.variant).ablation;
}

/// Such as "histogram with variant=local or variant=local-banked".
std::string ablationsOf(const Filter& filter) {
    std::vector<std::string> names;
    for (const Variant& variant : filter.variants)
        if (!variant.ablation.empty()) names.push_back("variant=" + variant.id);
    std::ranges::sort(names);
    return names.empty() ? "" : filter.id + " with " + joinWords(names, "or");
}

[[noreturn]] void refuseStack() {
    std::vector<std::string> all;
    for (const Filter& filter : programFilters().filters())
        if (const std::string ablations = ablationsOf(filter); !ablations.empty()) all.push_back(ablations);
    throw Error(ErrorKind::Usage,
                "ablation: only " + joinWords(all, "and") + (all.size() > 1 ? " have" : " has") + " steps");
}

/// The first filter that has a variant with steps, with that variant.
Stack usualStack() {
    for (const Filter& filter : programFilters().filters())
        for (const Variant& variant : filter.variants)
            if (!variant.ablation.empty()) return parseStack(filter.id + " variant=" + variant.id, programFilters());
    refuseStack();
}

/// The steps that all stages of the stack share.
const std::vector<AblationStep>& stepsOf(const Stack& stack) {
    const std::vector<AblationStep>& steps = stepsOf(*std::ranges::find_if(stack, &Stage::enabled));
    for (const Stage& stage : stack)
        if (stage.enabled && (steps.empty() || stepsOf(stage) != steps)) refuseStack();
    return steps;
}

std::vector<ExperimentPoint> ablationPoints(const std::vector<ExperimentPoint>& points,
                                            const std::vector<AblationStep>& steps) {
    std::vector<ExperimentPoint> all;
    for (const ExperimentPoint& point : points)
        for (const AblationStep& step : steps) {
            all.push_back(point);
            all.back().axes = "step=\"" + step.name + "\"" + (point.axes.empty() ? "" : " ") + point.axes;
            all.back().buildOptions = step.options;
            all.back().check = step.isWhole;
        }
    return all;
}

/// The steps of --steps, numbered from 0; all of them without the option.
std::vector<AblationStep> wantedSteps(const Arguments& arguments, const std::vector<AblationStep>& steps) {
    if (!arguments.has("steps")) return steps;
    std::string all;
    for (std::size_t i = 0; i < steps.size(); ++i)
        all += (i > 0 ? "," : "") + std::to_string(i);
    const std::vector<std::string> numbers = splitList(all, "steps");
    std::vector<AblationStep> wanted;
    for (const std::string& text : splitList(arguments.value("steps"), "steps")) {
        const auto found = std::ranges::find(numbers, text);
        if (found == numbers.end())
            throw Error(ErrorKind::Usage, "--steps has \"" + shownText(text) + "\"; give some of " + all);
        wanted.push_back(steps[std::size_t(found - numbers.begin())]);
    }
    return wanted;
}

std::string ablationText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].hasTime())
            text += points[i].axes + ", " + rows[i].image + ": " +
                    threeDigits(double(points[i].size.area() * points[i].format.bytesPerPixel()) /
                                rows[i].spanUs.median / 1000) +
                    " GB/s of the image\n";
    return text;
}

int runAblation(const Arguments& arguments, CommandContext& context) {
    const ExperimentSettings settings = experimentSettings(arguments, context, ablationCapSeconds);
    ExperimentPoint base;
    base.filters = context.filters;
    base.stack = arguments.has("stack") ? requireEnabledStage(context.stackOf(arguments.value("stack"))) : usualStack();
    const std::vector<AblationStep>& steps = stepsOf(base.stack);
    base.size = parseSize(arguments.has("size") ? arguments.value("size") : "8k");
    base.format = parseFormat(arguments.has("format") ? arguments.value("format") : "u8");
    const std::vector<AblationStep> wanted = wantedSteps(arguments, steps);
    std::vector<Axis> axes = axesOf(arguments, base.stack, context);
    if (axes.empty()) axes.push_back(parseAxis("image=all", base.stack, base.filters, {}));
    base.device = context.device(arguments.value("device")).index;
    context.writes(arguments, {"csv", "report"});
    ExperimentFiles files(arguments.value("csv"), arguments.value("report"));
    ExperimentRun ablation(ablationPoints(sweepOf(base, axes).points, wanted), settings, files, context,
                           printsNothing(arguments));
    ablation.reportDevices();
    if (!printsNothing(arguments)) print(stackLine(base.stack, base.filters) + "\n");
    ablation.measureAll();
    if (!printsNothing(arguments)) print(ablationText(ablation.experiment().points(), ablation.rows()));
    return conclude(ablation.rows(), context);
}

const char* const ablationDetails =
    "Each step is measured with the same kernel, built to stop there. Only the whole kernel has a result that\n"
    "can be checked. --axis works as in `sweep`. Without it, the images are varied.\n\n"
    "Examples\n"
    "  lightbench-bench ablation --size 16384x16384 --csv ablation.csv\n"
    "  lightbench-bench ablation --axis histogram.banks=1,2,4,8,16,32 --axis image=random,constant\n"
    "  lightbench-bench ablation --axis histogram.reads=coalesced,serial --axis histogram.groups=1,2,4,8,16,32\n";
} // namespace

ProgramCommand ablationCommand() {
    CommandSpec spec;
    spec.name = "ablation";
    spec.formerName = "ladder";
    spec.positionals = "[--stack TEXT] [--axis NAME=VALUES ...]";
    spec.summary = "Measures the steps of a histogram: reading, scattering, local and global reduction";
    spec.details = ablationDetails;
    spec.options = withMeasuringOptions(
        {{"stack", 's', "TEXT", "default: histogram variant=local-banked"},
         axisOption(),
         {"steps", 0, "LIST", "some of 0 (read only), 1 (scatter), 2 (local reduction), 3 (all steps)", false, false,
          "rungs"},
         {"size", 0, "WxH", "size of the image: 1080p, 4k, 8k (default)"}});
    return {spec, runAblation};
}

} // namespace lightbench
