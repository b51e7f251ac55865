// `experiment`: measures a sweep of axes on an image, which is generated if none is given.
#include "app/cli/cli_commands.h"
#include "app/cli/experiment_run.h"
#include "app/cli/files.h"
#include "app/cli/measuring_options.h"
#include "app/cli/plot_rendering.h"
#include "app/cli/tuning_report.h"
#include "core/base/input_file.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/experiment/journal_comparison.h"
#include "core/plot/plot_layout.h"
#include "core/plot/sweep_plot.h"
#include "core/run/stage_images.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
/// Which axes of curves are logarithmic: "x", "time", both or none.
void setLogAxes(Plot& plot, const std::string& text) {
    const auto has = [&](const char* axis) { return text == axis || text == "both"; };
    plot.x.logarithmic = has("x");
    plot.isTimeLogarithmic = has("time");
}

std::string logAxesOf(const Arguments& arguments) {
    const std::string text = arguments.value("log", "time"); // variants lie far apart
    for (const char* choice : {"x", "time", "both", "none"})
        if (text == choice) return text;
    throw Error(ErrorKind::Usage, "--log is \"" + shownText(text) + "\"; give x, time, both or none");
}

Json inputJson(const ExperimentPoint& base, const std::string& format) {
    return Json::Object{
        {"path", base.image}, {"width", base.size.width}, {"height", base.size.height}, {"format", format}};
}

/// Runs `before` once; its output replaces the input of the measurement.
void runStagesBefore(const Stack& before, ExperimentPoint& base, ImagePtr& input, CommandContext& context) {
    for (const Stage& stage : base.stack)
        if (const std::string name = stackImageParameter(stage); !name.empty())
            fail(ErrorKind::Usage, stage.filter + " " + name + "=" + valueText(stage.parameters.get(name)) +
                                       " refers to another image of the stack, which --before separates. Measure the "
                                       "whole stack with --stack, or set " +
                                       name + " to a file");
    RunOptions options;
    options.stageImages = options.histograms = false;
    input = context.engine().run({{input, before, base.device, base.filters}, options}, {})->output;
    base.size = input->size();
    base.format = input->format();
    base.image = imageNameAfter(base.image, before, base.filters);
}

/// Refuses options that would be ignored with an image or without one.
void checkImageOptions(const Arguments& arguments) {
    if (arguments.positionals.size() > 1) fail(ErrorKind::Usage, "experiment: give one image");
    const bool isGiven = !arguments.positionals.empty();
    for (const char* option : {"size", "image", "format"})
        if (isGiven && arguments.has(option))
            fail(ErrorKind::Usage, "experiment: --" + std::string(option) + " is for generated images; leave " +
                                       shownInput(arguments.positionals.front()) + " out");
    for (const char* option : {"before", "large"})
        if (!isGiven && arguments.has(option))
            fail(ErrorKind::Usage, "experiment: --" + std::string(option) + " needs an image");
}

/// Sets the image of the command line, read into `input`, or one to generate.
void setImage(ExperimentPoint& base, ImagePtr& input, const Arguments& arguments, const CommandContext& context) {
    if (arguments.positionals.empty()) {
        base.size = parseSize(arguments.value("size", "4k"));
        base.format = parseFormat(arguments.value("format", "u8"));
        base.image = imageKind(arguments);
        return;
    }
    base.image = arguments.positionals.front();
    input = readInput(base.image, largeOf(arguments), context).image;
    base.size = input->size();
    base.format = input->format();
}

/// Repeats all points for each device.
Sweep repeatedForEachDevice(const std::vector<DeviceInfo>& devices, Sweep sweep) {
    const std::vector<ExperimentPoint> points = std::exchange(sweep.points, {});
    for (const DeviceInfo& device : devices)
        for (ExperimentPoint point : points) {
            if (devices.size() > 1) point.device = device.index; // with a single device, leave it to the axis device
            sweep.points.push_back(point);
        }
    return sweep;
}

int runExperiment(const Arguments& arguments, CommandContext& context) {
    if (arguments.has("merge")) return mergedRows(arguments, context), Success;
    checkImageOptions(arguments);
    const Shard shard = shardOf(arguments);
    if (!arguments.has("stack")) throw Error(ErrorKind::Usage, "experiment: give --stack with what is varied");
    ExperimentSettings settings = raceSettings(arguments, context, defaultSecondsPerPoint);
    const TuningFile tuning = tuningFile(arguments);
    context.readTuning(tuning); // reports a damaged file before the long measurement
    const std::string plot = arguments.value("plot");
    checkPlotPath(plot);
    const std::string scales = logAxesOf(arguments);
    const std::string against = arguments.value("against");
    context.claims().reads({against, "the journal " + shownPath(against)});
    context.claimOutputs(arguments, {"journal", "report", "plot"});
    if (arguments.has("fail-on-regression") && !arguments.has("against"))
        throw Error(ErrorKind::Usage, "--fail-on-regression needs --against");
    const std::vector<PointRow> baselineRows =
        arguments.has("against") ? readJournal(arguments.value("against")) : std::vector<PointRow>();
    ExperimentPoint base;
    base.filters = context.filters;
    base.stack = requireEnabledStage(stackFrom(arguments.value("stack"), context));
    const std::vector<Axis> axes = axesOf(arguments, base.stack, context);
    if (!arguments.positionals.empty() && isVaried(axes, AxisTarget::Format))
        throw Error(ErrorKind::Usage, "experiment cannot vary the format of a given image; leave the image out");
    const ComparisonSettings comparison{.margin = settings.race->margin, .error = settings.race->error};
    if (isVaried(axes, AxisTarget::Step)) settings = experimentSettings(arguments, context, defaultSecondsPerPoint);
    setImage(base, settings.input, arguments, context);
    const std::vector<DeviceInfo> devices = context.devicesNamed(arguments.value("device"));
    base.device = devices.front().index;
    base.racesWithinDevice = devices.size() > 1;
    if (arguments.has("before"))
        runStagesBefore(stackFrom(arguments.value("before"), context), base, settings.input, context);
    const Sweep whole = sweepOf(base, axes), sweep = repeatedForEachDevice(devices, sharded(whole, shard));
    ExperimentRun run(sweep.points, settings, arguments, context);
    const bool quiet = printsNothing(arguments);
    if (settings.input) run.head["input"] = inputJson(base, settings.input->shape().formatName());
    if (arguments.has("against"))
        run.against = [&](const std::vector<PointRow>& rows) {
            return changesJson(changesSince(baselineRows, rows, comparison), rows);
        };
    if (!shard.isUnsharded() && !quiet)
        print("shard " + shard.text() + ": " + std::to_string(sweep.points.size()) + " of " +
              std::to_string(whole.points.size() * devices.size()) + " points\n");
    if (sweep.points.empty()) return Success; // there are fewer races than shards
    run.measureSweep(sweep);
    const std::vector<PointRow>& rows = run.rows();
    int code = conclude(rows, context);
    std::vector<std::string> stored;
    try {
        if (settings.input)
            stored = storeWinners(tunedRaces(rows, context.filters, context.devices().devices), tuning, context);
    } catch (const Error& error) { // what was measured stays right
        if (error.kind() == ErrorKind::Cancelled) throw;
        context.warn(std::string("winners were not stored for auto: ") + error.what());
    }
    for (const std::string& line : stored)
        if (!quiet) print("stored for auto: " + line + "\n");
    std::vector<RowChange> changes;
    if (arguments.has("against")) {
        changes = changesSince(baselineRows, rows, comparison);
        if (!quiet)
            print("against " + shownPath(arguments.value("against")) + "\n" + changesText(changes, rows, comparison));
        if (const std::string otherRows = otherRowsText(baselineRows, rows); !otherRows.empty())
            context.warn(shownPath(arguments.value("against")) + " contains none of these points; it has rows of " +
                         otherRows);
        if (code == Success && arguments.has("fail-on-regression") && hasRegression(changes)) code = Differs;
    }
    if (!plot.empty()) {
        Plot shown = sweepPlot(sweep, rows, changes);
        setLogAxes(shown, scales);
        writeOutput(plot, context, [&] { savePlot(exportLayout(shown), plot); });
    }
    return code;
}

const char* const experimentDetails =
    "IN is an image. Without it, Lightbench generates one; --image, --size and --format say which.\n\n"
    "An axis is NAME=VALUES. NAME is one of\n"
    "  variant, workgroup   of the only stage\n"
    "  STAGE.variant, STAGE.workgroup, STAGE.PARAMETER   STAGE is a number from 1 or the filter's name\n"
    "  device, size\n"
    "  image                random, natural or constant, instead of IN\n"
    "  format               pixel format, without IN only\n"
    "  step                 builds of the kernel that end after step 0, 1 and so on (ablation)\n"
    "  copy                 1,2 measures every point twice, to show the measurement error\n"
    "VALUES is a list a,b,c, a range a..b or a..b..step, or all. workgroup=usual stands for the sizes of 64\n"
    "to 256 work-items, as a row or a block, if a variant offers many. The axis size cuts a smaller image out\n"
    "of IN, or extends it by mirroring. The last axis changes fastest.\n\n"
    "Every point is checked against its reference. Points that differ only in variant, workgroup or device\n"
    "then race. Each candidate runs once per round, in shuffled order; the race compares ratios of times\n"
    "within rounds. A candidate is eliminated when it is certainly slower by more than --margin. The race\n"
    "ends when one candidate is left, when the intervals are as narrow as --precision, or when the time is\n"
    "up; the result says which. The candidates that are left tie, and Lightbench names the simplest of them.\n"
    "The simplest candidate is the one where everything is auto. After it, the filter's order of variants\n"
    "counts, then the smaller workgroup. The winner and at most two others are measured again, and only these\n"
    "times are shown. --error bounds the probability that any statement about a race is wrong (family-wise\n"
    "error rate).\n\n"
    "If a point cannot run, its row has the reason. The same holds if its variant does not apply: the variant\n"
    "has no kernels for the format, size, parameters or device. A wrong result never competes. Points with\n"
    "the same settings, such as auto and the variant that it chooses, are measured as one.\n\n"
    "The axis step shows what each step of a kernel costs. `histogram` has steps with variant=local and\n"
    "variant=local-banked. Steps do not race: each point is measured --repeat times, 20 by default. Only the\n"
    "last step is the whole kernel, so only its result is checked.\n\n"
    "The journal is written during the run. The same command resumes a stopped experiment, even within a\n"
    "round, and tries failed points again. --against compares each point with an earlier journal: faster,\n"
    "slower or the same. If both journals contain the all-auto point, ratios to it are compared, with the\n"
    "threshold --margin. Otherwise times are compared, with a threshold of 5 %, because one run does not\n"
    "show the variation between runs.\n\n"
    "--device all, or a list such as 0,1, measures the same points on its devices, each in its own races. The\n"
    "axis device makes devices race each other. GPUs are measured at the same time, and the report's warnings\n"
    "say so. Devices that compute on the host's processor take turns, while nothing else is measured. --shard\n"
    "I/N measures every Nth race as a whole; --merge puts the journals of shards together.\n\n"
    "The winner of a race of one stage is stored for `auto` in `run` and in the lab (see `tune`), if IN was\n"
    "given. For that, the race must have decided on all candidates, and the built-in choice must be one of\n"
    "them. --tuning off stores nothing. In experiments auto is always the built-in choice, so that journals of\n"
    "different days can be compared.\n\n"
    "Exit code 3: no point could be measured. Exit code 1: a result differs from its reference, or, with\n"
    "--fail-on-regression, a point is slower.\n\n"
    "Examples\n"
    "  lightbench-cli experiment photo.jpg --stack \"grayscale | gaussian sigma=3\" --axis gaussian.variant=all \\\n"
    "      --axis gaussian.workgroup=all --journal gaussian.csv\n"
    "  lightbench-cli experiment --stack convolution --axis variant=plain,tiled --axis convolution.k=3..31..4\n"
    "  lightbench-cli experiment --stack \"histogram variant=local\" --axis image=all --axis workgroup=64,128,256 \\\n"
    "      --size 8k\n"
    "  lightbench-cli experiment --stack \"histogram variant=local-banked\" --axis image=all --axis step=all\n";
} // namespace

ProgramCommand experimentCommand() {
    return {
        {.name = "experiment",
         .positionals = "[IN] --stack TEXT --axis NAME=VALUES ... | --merge FILE.csv ... --journal ALL.csv",
         .summary = "Measures a stack over variants, workgroups, devices, sizes and parameters",
         .details = experimentDetails,
         .options = {{"stack", 's', "TEXT or FILE", "the stack, or a file that holds it"},
                     {"before", 0, "TEXT or FILE",
                      "stages that run once on IN; their output is the image that is measured"},
                     axisOption(),
                     {"size", 0, "WxH", "without IN: size of the image, such as 1080p, 4k (default) or 8k"},
                     {"image", 0, "KIND", "without IN: what the image shows: random (default), natural or constant"},
                     largeOption(),
                     tuningOption(),
                     {"against", 0, "OLD.csv", "compare with this earlier journal"},
                     {"fail-on-regression", 0, "", "with --against: exit code 1 if a point is slower"},
                     {"plot", 0, "FILE.svg, .png or .pdf",
                      "draw curves over the last numeric axis, a map of workgroups, "
                      "the winners over two parameters, or bars"},
                     {"log", 0, "AXES", "logarithmic axes of curves: x, time (default), both or none"}},
         .shared = {measuringOptions(true), workerOptions(), raceOptions(), shardOptions()},
         .maximum = -1,
         .formerName = "sweep"},
        runExperiment};
}

} // namespace lightbench
