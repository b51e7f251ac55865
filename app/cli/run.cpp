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
    checkMerge(arguments);
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
    const Tuning tuning{context.tuningOf(tuningFile(arguments)), kernels};
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
/// files in CommandContext::files, so that none is written twice or over an input. Throws Error(Usage or Input).
JobSettings readRunOptions(const Arguments& arguments, const CommandContext& context) {
    JobSettings settings;
    settings.filters = context.filters;
    settings.stack = stackFrom(arguments.value("stack"), context);
    if (arguments.has("kernels") && !arguments.has("stack"))
        fail(ErrorKind::Usage,
             "give --stack with the filters that shall run; lightbench-cli kernels FILE prints the names of yours");
    settings.device = arguments.value("device");
    settings.tuning = context.tuningOf(tuningFile(arguments));
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
    addJobs(settings, arguments, context.files());
    settings.run.warmUp = !settings.isBatch || arguments.has("repeat");
    context.writes(arguments, {"report", "histogram", "trace", "journal"});
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
    "One input: OUT is a file, and its suffix decides the format. `-` is the standard input or output;\n"
    "messages then go to stderr. A stream (-, a pipe, a device node) is written in --format, or else in the\n"
    "format of its suffix. Without either it gets the input's format, or .png or .npy where that format\n"
    "cannot hold the result.\n\n"
    "Several inputs, or a folder as OUT: the results go into the folder, which Lightbench makes if needed.\n"
    "Each result keeps the input's name and suffix. Where the input's format cannot hold the result, it is\n"
    "written as .png or .npy. If a file fails, Lightbench reports it and runs the others; the exit code is 2\n"
    "or 3.\n\n";

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
    "Times are medians over --repeat, after one warm-up. The spread is half the interquartile range of the\n"
    "repeats. Several images run once each without a warm-up, unless --repeat is given; the report's times_of\n"
    "says which. A stage's time is the sum of its kernels' medians. The whole run lasts from the first\n"
    "command's enqueue to the last command's end. It includes transfers, but not compiling. Its parts are\n"
    "those of the repeat with the median time. In the report, gpu_ms is the sum of the stages' times and\n"
    "wall_ms the median of wall_samples_ms. median_run is the repeat with the median time. samples_us of a\n"
    "stage or kernel lists its time in each repeat.\n\n"
    "--verify compares each stage with its reference, on the device's own input of that stage. The exit code\n"
    "is 1 if a stage differs beyond its tolerance. A kernel of yours may have no reference. Then Lightbench\n"
    "runs it again with other workgroups and other memory. The result must stay the same, and nothing may be\n"
    "written outside. A Python reference runs only after you allowed it with --allow-python.\n\n"
    "--explain also says what the differences of each stage look like: at the border, along the seams of\n"
    "workgroups, plus or minus one, NaN and so on. It prints how large they are, with formulas; in the report\n"
    "that is each stage's \"explanation\". After a warm-up, the CPU reference is timed as often as the kernels,\n"
    "but for at most about a second per stage. The speed-up is computed from these times.\n\n"
    "Drivers run in a process of their own (lightbench-worker). If a driver crashes or ends that process, the\n"
    "run fails with an error. If that happens while the driver lists its devices, it is left out with a\n"
    "warning. Some variants need progress between work-items that OpenCL does not promise, and a kernel of\n"
    "yours may never end. They are ended after 60 s without progress; --timeout sets a time for all variants.\n"
    "--in-process runs the drivers without that process.\n\n"
    "`auto` takes the fastest settings that `tune` found. They must be legal and measured with these kernels,\n"
    "for this device, driver, filter, format, size and parameters. Otherwise `auto` takes the built-in\n"
    "choice. The report's chosen_by says which of them it took; --tuning off uses the built-in choices alone.\n\n"
    "--journal adds a row for each image as soon as it is done. The same call again runs only the images that\n"
    "are missing, failed or changed. An image counts as changed if its file, the stack, the program, kernels,\n"
    "files that these name, or settings changed. It also counts as changed if its output, its difference\n"
    "picture or its part of --report, --histogram or --trace is not what was written. --shard I/N takes every\n"
    "Nth image; --merge puts the journals of shards together.\n\n"
    "--device all, or a list such as 0,1, shares several images among its devices. A device takes an image\n"
    "only if it would finish before the others could finish all that is left. If another device would finish\n"
    "an image sooner, that device runs it again, and the first result counts.\n\n"
    "--jobs images are read, run and written at the same time. By default that is one for each processor, and\n"
    "at most one for each GiB of free memory. With --repeat it is one, because others would disturb the\n"
    "measurement. A device runs its images one after the other. Output and report keep the order of the\n"
    "inputs. An image that does not fit into memory beside others is tried once more alone.\n\n"
    "--report with several inputs holds {\"runs\": [...], \"failed\": [...]}. --histogram writes rows of\n"
    "channel,bin,input,output; with several inputs, the file is the first column. Floats have extra rows:\n"
    "nan, minus_infinity and plus_infinity are in no bin; below_0 and above_1 are also counted in the end\n"
    "bins.\n\n"
    "--trace shows the displayed repeat on one time axis. It has every device command as it was queued,\n"
    "submitted and run, and what the host did. The file is in Trace Event Format, in microseconds; open it in\n"
    "ui.perfetto.dev. Several inputs go into one file, each with its own rows.\n\n"
    "--plan prints what a run would do, and runs nothing: for each stage its variant, workgroup size, scratch\n"
    "buffers and passes. A pass is a kernel with its file, defines, sizes and arguments, a fill, or a step on\n"
    "the host. Nothing is built and no file is written. A kernel's own limit is known only when it is built,\n"
    "so a run may still take a smaller workgroup. --json prints {\"plans\": [...]}, one for each input and\n"
    "device.\n\n"
    "--difference with several inputs is a folder. The picture is amplified until its largest difference is\n"
    "white; the output says by how much.\n\n"
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
              {"format", 0, "SUFFIX", "format of the results in a folder, or of a stream"},
              largeOption(),
              {"journal", 0, "FILE.csv", "add a row for each image; images that it holds are not run again"},
              tuningOption(),
              kernelsOption(),
              allowPythonOption(),
              {"quiet", 'q', "", "print no tables and no progress"}},
         .shared = {encodingOptions(), shardOptions(), processOptions()},
         .minimum = 1,
         .maximum = -1},
        runImages};
}

} // namespace lightbench
