// `run`: its options and help, and what it does with --merge and --plan. app/cli/batch.cpp runs the images.
#include <algorithm>

#include "app/cli/cli_commands.h"
#include "app/cli/jobs.h"
#include "app/terminal/kernels_option.h"
#include "core/base/text.h"
#include "core/codecs/codecs.h"
#include "core/device/device_label.h"
#include "core/run/plan_report.h"
#include "core/run/report_json.h"
#include "core/shards/run_journal.h"

namespace lightbench {

namespace {
int mergeRuns(const Arguments& arguments, const CommandContext& context) {
    requireMergeInputs(arguments);
    const std::string to = arguments.value("journal");
    std::vector<RunRow> rows;
    context.uninterrupted([&] { rows = mergeRunJournals(arguments.positionals, to); });
    const auto failed = std::ranges::count_if(rows, [](const RunRow& row) { return !row.error.empty(); });
    print(shownPath(to) + ": " + std::to_string(rows.size()) + " images, " + std::to_string(failed) + " failed\n");
    return Success;
}

std::string stagesText(const std::vector<PlannedStage>& stages, const KernelLibrary& kernels) {
    if (stages.empty()) return "\nno stage is switched on\n";
    std::string text;
    for (const PlannedStage& stage : stages)
        text += "\n" + planText(stage, kernels);
    return text;
}

Json stagesJson(const std::vector<PlannedStage>& stages, const KernelLibrary& kernels) {
    Json list = Json::Array();
    for (const PlannedStage& stage : stages)
        list.append(planJson(stage, kernels));
    return list;
}
/// Prints the plan of every stage for each input and device, as text or, with --json, as one JSON object. The images
/// are read for their shapes alone, and the stages are resolved as the engine would. Options that say what to do with a
/// result are ignored.
int showPlans(const Arguments& arguments, CommandContext& context) {
    const Stack stack = stackFrom(arguments.value("stack"), context);
    const std::vector<DeviceInfo> devices = context.devicesNamed(arguments.value("device"));
    const auto kernels =
        std::make_shared<const KernelLibrary>(context.filters.withKernelFiles(context.engine().kernels()).read());
    const Tuning tuning{context.readTuning(tuningFile(arguments)), kernels};
    Json plans = Json::Array();
    std::string text;
    for (const std::string& input : arguments.positionals) {
        const ImageShape shape = readInput(input, largeOf(arguments), context).image->shape();
        for (const DeviceInfo& device : devices) {
            const auto stages = plannedStages(stack, shape, device, context.filters, tuning);
            text += (text.empty() ? "" : "\n") + shownPath(input) + " on " + deviceLabel(device) + "\n" +
                    stagesText(stages, *kernels);
            Json plan = Json::Object{{"input", pathJson(input)}, {"device", toJson(device)}};
            plan["stages"] = stagesJson(stages, *kernels);
            plans.append(std::move(plan));
        }
    }
    if (arguments.has("json"))
        printRaw(Json(Json::Object{{"plans", plans}}).text());
    else
        print(text);
    return Success;
}

/// "120,45"
Point pixelFrom(const std::string& text) {
    const std::vector<std::string_view> parts = split(text, ",");
    std::vector<int> numbers;
    for (const std::string_view part : parts)
        if (const auto number = parsedNumber(part); number && *number >= 0 && *number < 1 << 30)
            if (*number == int(*number)) numbers.push_back(int(*number));
    if (parts.size() != 2 || numbers.size() != 2)
        fail(ErrorKind::Usage, "--probe is a pixel, such as 120,45, counted from 0 at the top left");
    return {numbers[0], numbers[1]};
}

/// Reads and checks everything that needs no image: the stack, ranges, and that every path can be written. Names all
/// files in CommandContext::claims, so that none is written twice or over an input. Throws Error(Usage or Input).
JobSettings readRunOptions(const Arguments& arguments, const CommandContext& context) {
    JobSettings settings;
    settings.filters = context.filters;
    settings.stack = stackFrom(arguments.value("stack"), context);
    if (arguments.has("kernels") && !arguments.has("stack"))
        fail(ErrorKind::Usage,
             "give --stack with the filters that shall run; lightbench-cli kernels FILE prints the names of yours");
    settings.device = arguments.value("device");
    settings.tuning = context.readTuning(tuningFile(arguments));
    settings.explain = arguments.has("explain");
    settings.run.verify = arguments.has("verify") || arguments.has("difference") || settings.explain;
    if (arguments.has("probe")) settings.run.probe = pixelFrom(arguments.value("probe"));
    settings.run.stageImages = settings.explain || settings.run.probe;
    settings.run.histograms = false; // they are counted beside the next image
    settings.quiet = arguments.has("quiet");
    settings.largeImages = largeOf(arguments);
    settings.encoding = encodingOf(arguments);
    settings.run.repeat = wholeNumber(arguments, "repeat", 1, 1000, 1);
    if (arguments.value("amplify") != "auto") settings.amplify = wholeNumber(arguments, "amplify", 1, 65535, 0);
    if (arguments.has("amplify") && !arguments.has("difference"))
        fail(ErrorKind::Usage, "--amplify belongs to --difference FILE.png");
    settings.parallelImages = wholeNumber(arguments, "jobs", 1, 1024, 0);
    settings.report = arguments.value("report");
    settings.histogram = arguments.value("histogram");
    settings.trace = arguments.value("trace");
    settings.journal = arguments.value("journal");
    settings.shard = shardOf(arguments);
    addJobs(settings, arguments, context.claims());
    settings.run.warmUp = !settings.isBatch || arguments.has("repeat");
    context.claimOutputs(arguments, {"report", "histogram", "trace", "journal"});
    return settings;
}

int runImages(const Arguments& arguments, CommandContext& context) {
    if (arguments.has("merge")) return mergeRuns(arguments, context);
    if (arguments.has("plan")) return showPlans(arguments, context);
    if (arguments.has("json"))
        throw Error(ErrorKind::Usage, "run: --json belongs to --plan; --report FILE.json writes a run's report");
    return runJobs(readRunOptions(arguments, context), context);
}

const char* const fileDetails =
    "With one input, OUT is a file, and its suffix decides the format. `-` is the standard input or output;\n"
    "messages then go to stderr. A stream (-, a pipe, a device node) gets the format of --format, or else\n"
    "that of its suffix. Without either, it gets the input's format. If that format cannot hold the result,\n"
    "it gets .png or .npy.\n\n"
    "With several inputs, or a folder as OUT, the results go into the folder, which Lightbench makes if\n"
    "needed. Each result keeps the input's name and suffix. If the input's format cannot hold the result, it\n"
    "is written as .png or .npy. If a file fails, Lightbench reports it and runs the others; the exit code is\n"
    "2 or 3.\n\n";

/// What follows from the table of formats.
std::string formatDetails() {
    const auto holding = [](SampleType type) { return suffixesHolding({{1, 1}, {type, 1}}); };
    return "Formats of results: " + formatsKeeping({}) + ".\nFloats need " + holding(SampleType::F32) +
           "; 32-bit unsigned samples need " + holding(SampleType::U32) +
           ". The output keeps\nthe input's bit depth, colour profile and resolution. If its format cannot hold them, "
           "a warning says so.\n\n";
}

const char* const stackDetails =
    "STACK is a list of stages, separated by | or by lines. A stage is\n"
    "  NAME parameter=value variant=ID workgroup=16x16\n"
    "A leading ! disables a stage, and # starts a comment. region=x,y,w,h limits a stage to a part of the\n"
    "image. mix=0..1 blends its result with its input. with=FILE, with=input or with=2 (a stage) names a\n"
    "second image. Without --stack the image passes through unchanged.\n\n"
    "Times are medians of the repeats (--repeat), after one warm-up. The spread is half the interquartile\n"
    "range of the repeats. Several images run once each, without a warm-up, unless --repeat is given. The\n"
    "report's times_of says which of the two it was. A stage's time is the sum of its kernels' medians. The\n"
    "whole run lasts from the first command to the end of the last one. It includes transfers, but not\n"
    "compiling. Its parts are those of the repeat with the median time. In the report, gpu_ms is the sum of\n"
    "the stages' times, and wall_ms is the median of wall_samples_ms. median_run is the repeat with the\n"
    "median time. samples_us lists the times of the repeats of a stage or a kernel.\n\n"
    "--verify compares each stage with its reference, on the device's own input of that stage. The exit code\n"
    "is 1 if a stage differs beyond its tolerance. A kernel of yours may have no reference. Then Lightbench\n"
    "runs it again with other workgroups and other content of memory. The result must stay the same, and the\n"
    "kernel may write only into its buffers. A Python reference runs only after you allowed it with\n"
    "--allow-python.\n\n"
    "--explain also says what the differences of each stage look like: at the border, along the seams of\n"
    "workgroups, plus or minus one, NaN and so on. It prints how large they are, with formulas. The report\n"
    "has this as the stage's \"explanation\". After a warm-up, the CPU reference is timed as often as the\n"
    "kernels, but for about a second per stage at most. The speed-up is computed from these times.\n\n"
    "Drivers run in a process of their own (lightbench-worker). If a driver crashes or ends that process, the\n"
    "run fails with an error. A driver that does so while it lists its devices is left out with a warning. In\n"
    "some variants work-items wait for others, and OpenCL does not promise that they make progress. A kernel\n"
    "of yours may never end either. Lightbench ends both after 60 s without progress; --timeout sets a time\n"
    "for all variants. --in-process runs the drivers without that process.\n\n"
    "`auto` uses the fastest settings that `tune` found. They must be legal, and measured with these kernels,\n"
    "for this device, driver, filter, format, size and parameters. Otherwise `auto` uses the built-in choice.\n"
    "The report's chosen_by says which of them it used. --tuning off uses the built-in choices alone.\n\n"
    "--journal adds a row for each image as soon as it is done. The same command then runs only the images\n"
    "that are missing, failed or changed. An image counts as changed if one of these changed: its file, the\n"
    "stack, the program, kernels, files that these name, or settings. It also counts as changed if its\n"
    "output, its difference picture or its part of --report, --histogram or --trace is not what was written.\n"
    "--shard I/N runs every Nth image; --merge puts the journals of shards together.\n\n"
    "--device all, or a list such as 0,1, shares several images among its devices. A device starts an image\n"
    "only if it would finish it before the others could finish all that is left. If an idle device would\n"
    "finish a running image sooner, it runs that image too, and the first result counts.\n\n"
    "--jobs says how many images are read, run and written at the same time. By default that is one for each\n"
    "processor, and at most one for each GiB of free memory. With --repeat it is one, because others would\n"
    "disturb the measurement. A device runs its images one after the other. Output and report keep the order\n"
    "of the inputs. An image that does not fit into memory beside others is tried once more alone.\n\n"
    "With several inputs, --report holds {\"runs\": [...], \"failed\": [...]}. --histogram writes rows of\n"
    "channel,bin,input,output; with several inputs, the file is the first column. Floats have extra rows.\n"
    "nan, minus_infinity and plus_infinity are in no bin; below_0 and above_1 are also counted in the first\n"
    "and last bin.\n\n"
    "--trace shows the repeat with the median time on one time axis: when every device command was queued,\n"
    "submitted and run, and what the host did. The file is in Trace Event Format, in microseconds; open it in\n"
    "ui.perfetto.dev. Several inputs go into one file, each with its own rows.\n\n"
    "--plan prints what a run would do, and runs nothing. It shows the variant, workgroup size, scratch\n"
    "buffers and passes of each stage. A pass is a kernel, a fill of a buffer, or a step on the host. A\n"
    "kernel is shown with its file, defines, sizes and arguments. Nothing is built and no file is written.\n"
    "The largest workgroup of a kernel is known only when it is built, so a run may still use a smaller one.\n"
    "--json prints {\"plans\": [...]}, one for each input and device.\n\n"
    "With several inputs, --difference names a folder. The picture is amplified until its largest difference\n"
    "is white; the output says by how much.\n\n"
    "Examples\n"
    "  lightbench-cli run photo.jpg -o out.png --stack \"grayscale | gaussian sigma=2 | floyd-steinberg\" --verify\n"
    "  lightbench-cli run in.npy -o out.npy --stack my.stack --device pocl --repeat 20 --report report.json\n"
    "  lightbench-cli run photos/*.jpg -o results/ --stack median\n"
    "  lightbench-cli run photo.jpg --stack \"gaussian sigma=2\" --plan\n"
    "  curl -s https://example.org/x.png | lightbench-cli run - -o - --stack invert | display\n";
} // namespace

ProgramCommand runCommand() {
    return {
        {.name = "run",
         .positionals =
             "IN... -o OUT [--stack TEXT or FILE] | IN... --plan [--json] | --merge FILE.csv ... --journal ALL.csv",
         .summary = "Runs images through a stack of filters on a device",
         .details = fileDetails + formatDetails() + stackDetails,
         .options =
             {{"output", 'o', "OUT", "the result: a file, or a folder for several inputs"},
              {"stack", 's', "TEXT or FILE", "the stack, or a file that holds it"},
              devicesOption(),
              {"plan", 0, "", "print the plan of every stage and run nothing"},
              {"json", 0, "", "print the plans as JSON"},
              {"verify", 0, "", "compare with the references"},
              {"explain", 0, "", "verify, and say what the differences look like"},
              {"probe", 0, "X,Y", "print what lb_probe in your kernels gets for this pixel"},
              {"repeat", 0, "N", "measured repeats, 1..1000"},
              {"jobs", 'j', "N", "images at the same time, 1..1024 (default: as many as processors and memory allow)"},
              {"report", 0, "FILE.json", "write times, differences and histograms as JSON"},
              {"histogram", 0, "FILE.csv", "write the histograms of input and output"},
              {"trace", 0, "FILE.json", "write a timeline of the median repeat, for Perfetto or chrome://tracing"},
              {"difference", 0, "FILE.png", "write |result - reference| of the whole stack; this also verifies"},
              {"amplify", 0, "N", "multiply the difference by N, 1..65535, or auto (default): the largest is white"},
              {"format", 0, "SUFFIX", "file format of the results in a folder, or of a stream, such as png"},
              largeOption(),
              {"journal", 0, "FILE.csv", "add a row for each image; images that it holds are not run again"},
              tuningOption(),
              kernelsOption(),
              allowPythonOption(),
              {"quiet", 'q', "", "print no tables and no progress"}},
         .shared = {encodingOptions(), shardOptions(), workerOptions()},
         .minimum = 1,
         .maximum = -1},
        runImages};
}

} // namespace lightbench
