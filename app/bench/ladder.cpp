// `ladder`: what each step of a histogram adds to the time of reading the image: reading only, scattering into tables,
// adding up within the workgroup, adding up globally. kernels/counting/histogram.cl can be built to stop after a step.
#include "app/bench/sweep.h"
#include "core/base/text.h"
#include "core/image/bench_image.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
constexpr double ladderCapSeconds = 5;
constexpr const char* usualStack = "histogram variant=local-banked";

const char* const rungNames[] = {"read only", "plus scatter", "plus local reduction", "plus global reduction"};

/// The rungs of each point. All but the last leave out work that its result needs.
std::vector<ExperimentPoint> rungPoints(const std::vector<ExperimentPoint>& points, const std::vector<int>& wanted) {
    std::vector<ExperimentPoint> all;
    for (const ExperimentPoint& point : points)
        for (int rung : wanted) {
            all.push_back(point);
            all.back().axes =
                std::string("rung=\"") + rungNames[rung] + "\"" + (point.axes.empty() ? "" : " ") + point.axes;
            all.back().buildOptions = "-D LADDER=" + std::to_string(rung);
            all.back().check = rung == int(std::size(rungNames)) - 1;
        }
    return all;
}

/// The rungs of --rungs; all without it.
std::vector<int> wantedRungs(const Arguments& arguments) {
    std::vector<int> wanted;
    for (const std::string& text : listOf(arguments.has("rungs") ? arguments.value("rungs") : "0,1,2,3", "rungs")) {
        if (text.size() != 1 || text[0] < '0' || text[0] > '3')
            throw Error(ErrorKind::Usage, "--rungs has \"" + shownText(text) + "\"; give some of 0,1,2,3");
        wanted.push_back(text[0] - '0');
    }
    return wanted;
}

Stack ladderStack(const Arguments& arguments) {
    const Stack stack = measurable(parseStack(arguments.has("stack") ? arguments.value("stack") : usualStack));
    for (const Stage& stage : stack)
        if (stage.enabled && (stage.filter != "histogram" || !stage.variant.starts_with("local")))
            throw Error(ErrorKind::Usage,
                        "ladder: only histogram with variant=local or variant=local-banked has rungs");
    return stack;
}

std::string ladderText(const std::vector<ExperimentPoint>& points, const std::vector<PointRow>& rows) {
    std::string text;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].hasTime())
            text += points[i].axes + ", " + rows[i].image + ": " +
                    threeDigits(double(points[i].size.area() * points[i].format.bytesPerPixel()) /
                                rows[i].spanUs.median / 1000) +
                    " GB/s of the image\n";
    return text;
}

int run(const Arguments& arguments, Console& console) {
    PointOptions options = pointOptions(arguments, console, ladderCapSeconds);
    ExperimentPoint base;
    base.stack = ladderStack(arguments);
    base.size = parseSize(arguments.has("size") ? arguments.value("size") : "8k");
    base.format = parseFormat(arguments.has("format") ? arguments.value("format") : "u8");
    const std::vector<int> rungs = wantedRungs(arguments);
    std::vector<Axis> axes = axesOf(arguments, base.stack, console);
    if (axes.empty()) axes.push_back(parseAxis("image=all", base.stack, {}));
    base.device = console.device(arguments.value("device")).index;
    Journal journal(arguments.value("csv"), arguments.value("report"));
    const std::vector<ExperimentPoint> points = rungPoints(sweepOf(base, axes).points, rungs);
    PointMeasurer runner(options, console.engine());
    const bool quiet = printsNothing(arguments);
    tellDevices(runner, points, journal, quiet);
    if (!quiet) print(stackLine(base.stack) + "\n");
    std::vector<PointRow> rows;
    runPoints(points, runner, journal, console, quiet, rows);
    if (!quiet) print(ladderText(points, rows));
    return conclude(rows, console);
}

const char* const details =
    "Each rung is the same kernel built to stop after a step. Only the last has a result that can be checked.\n"
    "--axis as in `sweep`; without it the images are varied.\n\n"
    "Examples\n"
    "  ladder --size 16384x16384 --csv ladder.csv\n"
    "  ladder --axis histogram.banks=1,2,4,8,16,32 --axis image=random,constant\n"
    "  ladder --axis histogram.reads=coalesced,serial --axis histogram.groups=1,2,4,8,16,32\n";
} // namespace

Command ladderCommand() {
    CommandSpec spec;
    spec.name = "ladder";
    spec.positionals = "[--stack TEXT] [--axis NAME=VALUES ...]";
    spec.summary = "Measures the steps of a histogram: reading, scattering, local and global reduction";
    spec.details = details;
    spec.options = withMeasuringOptions(
        {{"stack", 's', "TEXT", "default: histogram variant=local-banked"},
         axisOption(),
         {"rungs", 0, "LIST", "some of 0 (read only), 1 (scatter), 2 (local reduction), 3 (the whole)"},
         {"size", 0, "WxH", "of the image: 1080p, 4k, 8k (default)"}});
    return {spec, run};
}

} // namespace lightbench
