// `run`: the main job. What it is told, and what it says of itself; app/cli/batch.h does it.
#include <algorithm>

#include "app/cli/batch.h"
#include "app/cli/jobs.h"
#include "app/terminal/commands.h"
#include "core/base/text.h"
#include "core/shards/run_journal.h"

namespace lightbench {

namespace {
int mergeRuns(const Arguments& arguments, const Console& console) {
    const MergeRequest request = mergeRequest(arguments);
    std::vector<RunRow> rows;
    console.writing([&] { rows = mergeRunJournals(request.from, request.to); });
    const auto failed = std::ranges::count_if(rows, [](const RunRow& row) { return !row.error.empty(); });
    print(shownPath(request.to) + ": " + std::to_string(rows.size()) + " images, " + std::to_string(failed) +
          " failed\n");
    return Done;
}

int runImages(const Arguments& arguments, Console& console) {
    if (arguments.has("merge")) return mergeRuns(arguments, console);
    return runJobs(runSettings(arguments), console);
}

const char* const runDetails =
    "One input: OUT is a file, its suffix decides the format. `-` is the standard input or output: what is printed\n"
    "then goes to stderr. A stream (-, a pipe, a device node) takes --format, else its suffix, else the input's\n"
    "format or .png or .npy where that cannot hold the result. Several inputs, or OUT is a folder: the results go\n"
    "there (it is made if needed) under the inputs' names and suffixes, or as .png, or .npy, where the input's own\n"
    "format cannot hold the result. A file that fails is reported, the rest go on, and the exit code is 2 or 3.\n"
    "Formats: PNG, JPEG (--quality 95 if not given), BMP, PPM/PGM, TIFF (float samples too), WebP (lossless without\n"
    "--quality), NumPy .npy (the one that holds 32-bit unsigned samples). The bit depth of the input is kept, and so "
    "are\n"
    "its colour profile and its resolution, or a warning says that the format of the output cannot hold them.\n\n"
    "STACK: stages separated by | or lines, `NAME parameter=value variant=ID workgroup=16x16`; a leading ! disables a\n"
    "stage, # starts a comment. region=x,y,w,h limits a stage to a part of the image, mix=0..1 says how much of its\n"
    "result is seen over its input; with=FILE, with=input or with=2 (a stage) is a second image. Without --stack the\n"
    "image goes through unchanged.\n\n"
    "Several images run once each, without a warm-up, unless --repeat is given; the report's times_of says so.\n"
    "Times are medians over --repeat after one warm-up; a spread is half the interquartile range of the repeats. A\n"
    "stage's time is the sum of its kernels' medians. A whole run goes from the first command's enqueue to the last\n"
    "one's end, with transfers and without compiling, and is shown with its parts as the one repeat whose time is the\n"
    "median. In the report gpu_ms is the sum of the stages' times, wall_ms the median of wall_samples_ms, median_run\n"
    "that one repeat, and samples_us, of stages and kernels, what each repeat took.\n"
    "--verify compares each stage with its reference on the device's own input of that stage; exit code 1 if one\n"
    "differs beyond its tolerance. --explain verifies too, and says of every stage what its differences look like (at\n"
    "the border, along the seams of workgroups, plus or minus one, NaN ...) and how large they are, with formulas; in "
    "the\n"
    "report that is each stage's \"explanation\". The check warms the reference up, which is then timed as often as "
    "the kernels, but\n"
    "not for longer than about a second a stage: what the speed-up is made of.\n"
    "Drivers work in a process of their own (lightbench-worker): one that crashes or ends it is an error of this\n"
    "run, and one that does so when it is asked for its devices is left out with a warning. A variant that needs\n"
    "progress between work-items which OpenCL does not promise is ended after 60 s without any; --timeout sets a\n"
    "time for all. --in-process does without.\n\n"
    "What is auto is taken from the memory of what is fastest (`tune`) where that has something legal for this "
    "device,\n"
    "driver, filter, format, size and parameters, measured with these kernels; else from the built-in choices. The\n"
    "report's chosen_by says which; --tuning off goes by the built-in ones alone.\n\n"
    "--journal keeps a row for each image as soon as it is done: the same call again runs only what is not there yet,\n"
    "what failed, and what has changed (image, stack, program, kernels, settings, or the output is not what was\n"
    "written). --shard I/N takes every Nth image; --merge puts the journals of shards together. --device all, or a "
    "list\n"
    "such as 0,1, shares several images out over its devices. A device takes an image only if it would finish before\n"
    "the others would have finished all; what another would finish sooner is run again there, and the first result\n"
    "counts.\n\n"
    "Several images are read, run and written at the same time, --jobs of them: one for each processor and for each\n"
    "GiB of free memory, or one where --repeat measures, which others would disturb. A device runs one after the\n"
    "other. What is printed and reported comes in the images' order, and one that does not fit into memory beside\n"
    "others is tried once more alone.\n\n"
    "--report with several inputs: {\"runs\": [...], \"failed\": [...]}. --histogram: rows of "
    "channel,bin,input,output,\n"
    "with the file as a first column for several inputs; of floats, rows nan, minus_infinity and plus_infinity, which "
    "are\n"
    "in no bin, and below_0 and above_1, which the end bins hold. --trace: of the repeat that is shown, every command "
    "on the\n"
    "device as it was queued, submitted and ran, and what the host did, on one axis (Trace Event Format, "
    "microseconds;\n"
    "opens in ui.perfetto.dev). Several inputs go into one file, each with rows of its own. --difference with several "
    "inputs is a folder.\n"
    "The picture is amplified until its largest difference is white; by how much is said with it.\n\n"
    "Examples\n"
    "  lightbench-cli run photo.jpg -o out.png --stack \"grayscale | gaussian sigma=2 | floyd-steinberg\" --verify\n"
    "  lightbench-cli run in.npy -o out.npy --stack my.stack --device pocl --repeat 20 --report report.json\n"
    "  lightbench-cli run photos/*.jpg -o results/ --stack median\n"
    "  curl -s https://example.org/x.png | lightbench-cli run - -o - --stack invert | display\n";
} // namespace

ProgramCommand runCommand() {
    CommandSpec spec;
    spec.name = "run";
    spec.positionals = "IN... -o OUT [--stack TEXT or FILE] | --merge FILE.csv ... --journal ALL.csv";
    spec.summary = "Runs images through a stack of filters on a device";
    spec.details = runDetails;
    spec.options = {
        {"output", 'o', "OUT", "the result: a file, or a folder for several inputs"},
        {"stack", 's', "TEXT or FILE", "the stack, or a file that holds it"},
        devicesOption(),
        {"verify", 0, "", "compare with the CPU references"},
        {"explain", 0, "", "the same, and say what the differences look like"},
        {"repeat", 0, "N", "measured repeats, 1..1000"},
        {"jobs", 'j', "N", "images at a time, 1..1024 (default: as many as processors and memory allow)"},
        {"report", 0, "FILE.json", "write times, differences and histograms as JSON"},
        {"histogram", 0, "FILE.csv", "write the histograms of input and output"},
        {"trace", 0, "FILE.json", "write where the time of the median repeat went, for Perfetto or chrome://tracing"},
        {"difference", 0, "FILE.png", "write |result - reference| of the whole stack (verifies too)"},
        {"amplify", 0, "N", "multiply it by this, 1..65535; auto, the default: so that the largest is white"},
        {"format", 0, "SUFFIX", "for a folder of results, or a stream: write in this format"},
        largeOption(),
        {"journal", 0, "FILE.csv", "add a row for each image; what it has is not run again"},
        tuningOption(),
        {"quiet", 'q', "", "print no tables and no progress"}};
    for (const std::vector<OptionSpec>& shared : {encodingOptions(), shardOptions(), processOptions()})
        spec.options.insert(spec.options.end(), shared.begin(), shared.end());
    spec.least = 1;
    spec.most = -1;
    return {spec, runImages};
}

} // namespace lightbench
