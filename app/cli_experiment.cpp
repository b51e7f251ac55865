// `experiment`: a sweep on a user's own image.
#include "app/bench_sweep.h"
#include "app/cli_jobs.h"
#include "core/text.h"
#include "ui/files/image_file.h"

namespace lightbench {

namespace {
constexpr double capSeconds = 5;

int run(const Arguments& arguments, Session& session) {
    if (!arguments.has("stack")) throw Error(ErrorKind::Usage, "experiment: give --stack with what is varied");
    PointOptions options = pointOptions(arguments, session, capSeconds);
    BenchPoint base;
    base.stack = stackFrom(arguments.value("stack"));
    const std::vector<Axis> axes = axesOf(arguments, base.stack, session);
    for (const Axis& axis : axes)
        if (axis.target.kind == AxisTarget::Format)
            throw Error(ErrorKind::Usage, "experiment: the image has its format; take the bench's sweep to vary it");
    options.input = loadImage(QString::fromStdString(arguments.positionals.front()));
    base.size = options.input->size();
    base.format = options.input->format();
    base.image = arguments.positionals.front();
    base.device = session.device(arguments.value("device")).index;
    BenchJournal journal(arguments.value("journal"), arguments.value("report"));
    return runSweep(sweepPoints(base, axes), options, journal, session, arguments.has("quiet"));
}

const char* const details =
    "Axes: variant and workgroup (of the only stage), device, size, image (random, natural, constant instead of IN), "
    "or\n"
    "STAGE.variant, STAGE.workgroup, STAGE.PARAMETER with STAGE a number from 1 or the filter's name. VALUES: a list\n"
    "a,b,c, a range a..b or a..b..step, or all. A size that is not the image's takes a part of it, or mirrors it on.\n"
    "Every point is checked against its reference and written to the journal at once: an experiment that was stopped\n"
    "goes on where it was. A point that cannot run keeps its reason. Fastest points within the noise are ties.\n\n"
    "Example\n"
    "  lightbench-cli experiment photo.jpg --stack \"grayscale | gaussian sigma=3\" --axis gaussian.variant=all \\\n"
    "      --axis gaussian.workgroup=all --journal gaussian.csv\n";
} // namespace

Command experimentCommand() {
    CommandSpec spec;
    spec.name = "experiment";
    spec.positionals = "IN --stack TEXT --axis NAME=VALUES ...";
    spec.summary = "Measures a stack over variants, workgroups, devices, sizes and parameters";
    spec.details = details;
    spec.options = {{"stack", 's', "TEXT or FILE", "the stack, or a file that holds it"},
                    {"axis", 0, "NAME=VALUES", "what to vary; may be given several times", true},
                    {"journal", 0, "FILE.csv", "add every row to this file; points that it holds are not run again"}};
    for (const OptionSpec& option : measuringOptions())
        if (option.name != "csv" && option.name != "format") spec.options.push_back(option);
    spec.least = spec.most = 1;
    return {spec, run};
}

} // namespace lightbench
