// `sweep`: measures a stack over axes.
#include "app/bench/experiment_run.h"
#include "app/bench/options.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
int runSweep(const Arguments& arguments, CommandContext& context) {
    if (!arguments.has("stack")) throw Error(ErrorKind::Usage, "give the stack to measure with --stack; see --help");
    const ExperimentSettings settings = raceSettings(arguments, context, defaultSecondsPerPoint);
    ExperimentPoint base;
    base.filters = context.filters;
    base.stack = requireEnabledStage(context.stackOf(arguments.value("stack")));
    base.size = parseSize(arguments.has("size") ? arguments.value("size") : "4k");
    base.format = parseFormat(arguments.has("format") ? arguments.value("format") : "u8");
    base.image = arguments.has("image") ? arguments.value("image") : "random";
    benchImage(base.image, {{1, 1}, {}}); // throws and lists the kinds
    const std::vector<Axis> axes = axesOf(arguments, base.stack, context);
    base.device = context.device(arguments.value("device")).index;
    context.writes(arguments, {"csv", "report"});
    ExperimentFiles files(arguments.value("csv"), arguments.value("report"));
    const Sweep sweep = sweepOf(base, axes);
    ExperimentRun run(sweep.points, settings, files, context, printsNothing(arguments));
    run.measureSweep(sweep);
    return conclude(run.rows(), context);
}

const char* const sweepDetails =
    "An axis is NAME=VALUES. NAME is one of\n"
    "  variant, workgroup   of the only stage\n"
    "  STAGE.variant, STAGE.workgroup, STAGE.PARAMETER   STAGE is a number from 1 or the filter's name\n"
    "  device, size, image, format\n"
    "  copy                 1,2 measures every point twice, to show the measurement error\n"
    "VALUES is a list a,b,c, a range a..b or a..b..step, or all. workgroup=usual takes the sizes\n"
    "of 64 to 256 work-items, as a row or a block, if a variant offers many. The last axis changes fastest.\n\n"
    "Points that differ only in variant, workgroup or device race: see `experiment --help`. With --csv the\n"
    "same command resumes a stopped sweep, and tries failed points again. Exit code 3: no point could be\n"
    "measured. Exit code 1: a result differs from its reference.\n\n"
    "Examples\n"
    "  lightbench-bench sweep --stack convolution --axis variant=naive,tiled --axis convolution.k=3..31..4 --csv "
    "convolution.csv\n"
    "  lightbench-bench sweep --stack \"histogram variant=local\" --axis image=all --axis workgroup=64,128,256 --size "
    "8k\n";
} // namespace

ProgramCommand sweepCommand() {
    CommandSpec spec;
    spec.name = "sweep";
    spec.positionals = "--stack TEXT --axis NAME=VALUES ...";
    spec.summary = "Measures a stack over variants, workgroups, sizes, images and parameters";
    spec.details = sweepDetails;
    spec.options = withRaceOptions({{"stack", 's', "TEXT", "the stack that is varied"},
                                    axisOption(),
                                    {"size", 0, "WxH", "size of the image, if it is no axis: 1080p, 4k (default), 8k"},
                                    {"image", 0, "KIND", "random (default), natural or constant"}});
    return {spec, runSweep};
}

} // namespace lightbench
