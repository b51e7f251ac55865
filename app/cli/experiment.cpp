// `experiment`: a sweep on a user's own image.
#include "app/bench/options.h"
#include "app/bench/remember.h"
#include "app/bench/sweep.h"
#include "app/cli/jobs.h"
#include "core/base/json.h"
#include "core/base/output_files.h"
#include "core/base/text.h"
#include "core/experiment/against.h"
#include "core/plot/plot_layout.h"
#include "core/plot/sweep_plot.h"
#include "core/run/stack_images.h"
#include "core/shards/merged.h"

namespace lightbench {

namespace {
/// Which axes of curves are logarithmic: "x", "time", both or none.
void setScales(Plot& plot, const std::string& text) {
    const auto has = [&](const char* axis) { return text == axis || text == "both"; };
    plot.x.logarithmic = has("x");
    plot.isTimeLogarithmic = has("time");
}

std::string scalesOf(const Arguments& arguments) {
    const std::string text = arguments.has("log") ? arguments.value("log") : "time"; // variants lie far apart
    for (const char* known : {"x", "time", "both", "none"})
        if (text == known) return text;
    throw Error(ErrorKind::Usage, "--log is \"" + shownText(text) + "\"; give x, time, both or none");
}

Json inputJson(const ExperimentPoint& base, const std::string& format) {
    return Json::Object{
        {"path", base.image}, {"width", base.size.width}, {"height", base.size.height}, {"format", format}};
}

/// What these stages make of the image is what is measured on: to the stages that are measured it is the input.
void goBefore(const Stack& before, ExperimentPoint& base, ImagePtr& input, Console& console) {
    for (const Stage& stage : base.stack)
        if (const std::string name = stackImageParameter(stage); !name.empty())
            fail(ErrorKind::Usage,
                 stage.filter + " " + name + "=" + valueText(stage.parameters.get(name)) +
                     " means an image of its own stack, which --before takes apart; measure the whole "
                     "stack with --stack, or give " +
                     name + " a file");
    RunOptions options;
    options.stageImages = options.histograms = false;
    input = console.engine().run({input, before, base.device, options}, {})->output;
    base.size = input->size();
    base.format = input->format();
    base.image = imageAfter(base.image, before);
}

/// The points of a sweep once for each device.
Sweep onEach(const std::vector<DeviceInfo>& devices, Sweep sweep) {
    const std::vector<ExperimentPoint> points = std::exchange(sweep.points, {});
    for (const DeviceInfo& device : devices)
        for (ExperimentPoint point : points) {
            if (devices.size() > 1) point.device = device.index; // else an axis may vary it
            sweep.points.push_back(point);
        }
    return sweep;
}

constexpr double capSeconds = 5;

int mergeParts(const Arguments& arguments, Console& console) {
    const MergeRequest request = mergeRequest(arguments);
    std::vector<PointRow> rows;
    console.writing([&] { rows = mergeJournals(request.from, request.to); });
    print(shownPath(request.to) + ": " + std::to_string(rows.size()) + " rows\n");
    return Done;
}

int runExperiment(const Arguments& arguments, Console& console) {
    if (arguments.has("merge")) return mergeParts(arguments, console);
    if (arguments.positionals.size() > 1) throw Error(ErrorKind::Usage, "experiment: give one image");
    const Shard shard = shardOf(arguments);
    if (!arguments.has("stack")) throw Error(ErrorKind::Usage, "experiment: give --stack with what is varied");
    ExperimentSettings settings = raceSettings(arguments, console, capSeconds);
    const TuningFile memory = tuningFile(arguments);
    memory.read(); // what it has to say is said before long work
    const std::string plot = arguments.value("plot");
    checkPlot(plot);
    const std::string scales = scalesOf(arguments);
    refuseOneFileTwice({arguments.value("journal"), arguments.value("report"), arguments.value("plot")},
                       {arguments.positionals.front(), arguments.value("stack"), arguments.value("against")});
    if (arguments.has("fail-on-regression") && !arguments.has("against"))
        throw Error(ErrorKind::Usage, "--fail-on-regression goes with --against");
    const std::vector<PointRow> then =
        arguments.has("against") ? readJournal(arguments.value("against")) : std::vector<PointRow>();
    ExperimentPoint base;
    base.stack = measurable(stackFrom(arguments.value("stack")));
    const std::vector<Axis> axes = axesOf(arguments, base.stack, console);
    for (const Axis& axis : axes)
        if (axis.target.kind == AxisTarget::Format)
            throw Error(ErrorKind::Usage, "experiment: the image has its format; take the bench's sweep to vary it");
    settings.input = readInput(arguments.positionals.front(), largeOf(arguments), console).image;
    base.size = settings.input->size();
    base.format = settings.input->format();
    base.image = arguments.positionals.front();
    const std::vector<DeviceInfo> devices = console.devicesNamed(arguments.value("device"));
    base.device = devices.front().index;
    base.deviceAlone = devices.size() > 1;
    if (arguments.has("before")) goBefore(stackFrom(arguments.value("before")), base, settings.input, console);
    ExperimentFiles files(arguments.value("journal"), arguments.value("report"));
    files.report.setHead("input", inputJson(base, settings.input->shape().formatName()));
    const Sweep whole = sweepOf(base, axes), sweep = onEach(devices, sharded(whole, shard));
    const bool quiet = printsNothing(arguments);
    const ComparisonSettings comparison{.margin = settings.race->margin, .error = settings.race->error};
    if (arguments.has("against"))
        files.report.setHead("against", [&](const std::vector<PointRow>& rows) {
            return changesJson(changesSince(then, rows, comparison), rows);
        });
    if (!shard.isWhole() && !quiet)
        print("shard " + shard.text() + ": " + std::to_string(sweep.points.size()) + " of " +
              std::to_string(whole.points.size() * devices.size()) + " points\n");
    if (sweep.points.empty()) return Done; // there are fewer races than shards
    const std::vector<PointRow> rows = runSweep(sweep, settings, files, console, quiet);
    int code = conclude(rows, console);
    const std::vector<std::string> remembered =
        rememberRaces(tunedRaces(rows, console.devices().devices), memory, console);
    for (const std::string& line : remembered)
        if (!quiet) print("remembered for auto: " + line + "\n");
    std::vector<RowChange> changes;
    if (arguments.has("against")) {
        changes = changesSince(then, rows, comparison);
        if (!quiet)
            print("against " + shownPath(arguments.value("against")) + "\n" + changesText(changes, rows, comparison));
        if (const std::string strangers = strangersText(then, rows); !strangers.empty())
            console.warn(shownPath(arguments.value("against")) + " has none of these points: it is of " + strangers);
        if (code == Done && arguments.has("fail-on-regression") && hasRegression(changes)) code = Differs;
    }
    if (!plot.empty()) {
        Plot shown = sweepPlot(sweep, rows, changes);
        setScales(shown, scales);
        writeOutput(plot, console, [&] { savePlot(paperOf(shown), plot); });
    }
    return code;
}

const char* const experimentDetails =
    "Axes: variant and workgroup (of the only stage), device, size, image (random, natural, constant instead of IN), "
    "or\n"
    "copy (1,2: every point twice, a test of the measurement itself), or\n"
    "STAGE.variant, STAGE.workgroup, STAGE.PARAMETER with STAGE a number from 1 or the filter's name. VALUES: a list\n"
    "a,b,c, a range a..b or a..b..step, or all. A size that is not the image's takes a part of it, or mirrors it on.\n"
    "Every point is checked against its reference. Those that differ in variant, workgroup or device only then race:\n"
    "in rounds, each once a round in a shuffled order, judged by the ratios of times inside the rounds. Who is slower\n"
    "for sure by more than --margin leaves; the race ends when one is left, when the intervals are as narrow as\n"
    "--precision, or when the time is up, and says which. Who is left ties; of ties the simplest is named: everything\n"
    "auto, then the filter's order of variants, then the smaller workgroup. The last few are measured afresh, and "
    "shown\n"
    "by that alone. The probability that anything said of a race is wrong is --error. A point that cannot run keeps "
    "its\n"
    "reason, a wrong result never competes, points that come to the same (auto and what it takes) are one.\n"
    "The journal is written while it runs: an experiment that was stopped goes on where it was, in the middle of a\n"
    "round, and tries what failed again. --against says of every point whether it is faster, slower or the same as in "
    "a\n"
    "journal of before: by the ratios to the point where all is auto where both have it, beyond --margin; else by "
    "times,\n"
    "beyond 5 %, since nothing inside a run tells how much runs differ.\n"
    "--device all, or a list such as 0,1, measures the same points on its devices, each in races of its own (the axis\n"
    "device makes devices race each other): GPUs at the same time, which the report's warnings say; devices that "
    "compute on the host's\n"
    "processor share it and take turns, when nothing else is measured. --shard I/N takes every Nth race whole; "
    "--merge\n"
    "puts journals of shards together.\n"
    "The winner of a race of one stage is remembered, for `auto` in `run` and in the lab (see `tune`), if the race "
    "told\n"
    "all apart and what auto takes by itself was in it; --tuning off leaves the memory alone. Here auto always is the\n"
    "built-in choice, so that journals of different days can be compared. Exit code 3: not one point could be "
    "measured;\n"
    "1: a result differs from its reference, or with --fail-on-regression a point is slower.\n\n"
    "Example\n"
    "  lightbench-cli experiment photo.jpg --stack \"grayscale | gaussian sigma=3\" --axis gaussian.variant=all \\\n"
    "      --axis gaussian.workgroup=all --journal gaussian.csv\n";
} // namespace

ProgramCommand experimentCommand() {
    CommandSpec spec;
    spec.name = "experiment";
    spec.positionals = "IN --stack TEXT --axis NAME=VALUES ... | --merge FILE.csv ... --journal ALL.csv";
    spec.summary = "Measures a stack over variants, workgroups, devices, sizes and parameters";
    spec.details = experimentDetails;
    spec.options = {{"stack", 's', "TEXT or FILE", "the stack, or a file that holds it"},
                    {"before", 0, "TEXT or FILE", "stages that run once: what they make of IN is measured on"},
                    axisOption(),
                    largeOption(),
                    tuningOption(),
                    {"journal", 0, "FILE.csv", "add every row to this file; points that it holds are not run again"},
                    {"against", 0, "OLD.csv", "compare with a journal of before"},
                    {"fail-on-regression", 0, "", "with --against: exit code 1 if a point is slower"},
                    {"plot", 0, "FILE.svg, .png or .pdf",
                     "draw curves over the last axis of numbers, a map of "
                     "workgroups, who wins over two parameters, or else bars"},
                    {"log", 0, "AXES", "of curves: x, time (default), both or none are logarithmic"}};
    spec.options = withRaceOptions(std::move(spec.options));
    for (OptionSpec& option : spec.options)
        if (option.name == "device") option = devicesOption();
    std::erase_if(spec.options,
                  [](const OptionSpec& option) { return option.name == "csv" || option.name == "format"; });
    for (const OptionSpec& option : shardOptions())
        spec.options.push_back(option);
    spec.least = 1;
    spec.most = -1;
    return {spec, runExperiment};
}

} // namespace lightbench
