// `replay`: records the order in which a stage's kernel finishes its pixels, and writes it as an image or as numbers.
#include <algorithm>

#include "app/cli/cli_commands.h"
#include "app/cli/files.h"
#include "app/terminal/kernels_option.h"
#include "app/terminal/progress.h"
#include "core/base/whole_file.h"
#include "core/run/recording.h"

namespace lightbench {

namespace {
/// The index of the stage to record: that of --stage, which counts from 1, else the last enabled stage.
int recordedStage(const Arguments& arguments, const Stack& stack) {
    const auto last = std::find_if(stack.rbegin(), stack.rend(), [](const Stage& stage) { return stage.enabled; });
    if (last == stack.rend())
        throw Error(ErrorKind::Usage, "replay: say what runs: --stack floyd-steinberg, for instance");
    const int initial = int(stack.rend() - last);
    const int number = wholeNumber(arguments, "stage", 1, int(stack.size()), initial);
    if (!stack[std::size_t(number - 1)].enabled)
        throw Error(ErrorKind::Usage, "replay: stage " + std::to_string(number) + " is disabled");
    return number - 1;
}

std::string resultText(const Report& report) {
    const Recording& recording = *report.recording;
    const auto stage = std::ranges::find(report.stages, recording.stackIndex, &StageReport::stackIndex);
    return recording.filter + " variant=" + recording.variant + " on " + report.device.name +
           ", result: " + verdictName(stage->difference.verdict) + "\n" + recordingText(recording);
}

int runReplay(const Arguments& arguments, CommandContext& context) {
    const Stack stack = stackFrom(arguments.value("stack"), context);
    const std::string output = arguments.value("output"), groups = arguments.value("groups");
    if (output.empty()) throw Error(ErrorKind::Usage, "replay: no output file was given; add -o FILE.png or FILE.npy");
    RunOptions options{.verify = true, .warmUp = true, .stageImages = false, .histograms = false};
    options.record = recordedStage(arguments, stack);
    context.claims().writes(output, "-o");
    checkWritable(output);
    context.claimOutputs(arguments, {"groups"});
    const ImagePtr image = readInput(arguments.positionals[0], largeOf(arguments), context).image;
    RunRequest request{{image, stack, context.device(arguments.value("device")).index, context.filters}, options};
    request.tuning = context.readTuning(tuningFile(arguments));
    const ReportPtr report = runShowingProgress(request, context);
    writeOutput(output, context, [&] { saveRecording(*report->recording, output); });
    if (!groups.empty()) writeText(groups, context, workgroupCsv(*report->recording));
    printUnlessStdoutUsed({output, groups}, resultText(*report));
    return report->verdict() == Verdict::Mismatch ? Differs : Success;
}

const char* const replayDetails =
    "Lightbench builds the stage's kernel once more, with recording. It records when each pixel was finished.\n"
    "Of each workgroup it records when it began, when it ended, and how long it waited for others. The result\n"
    "is checked: it must be the same. The times are not those of the kernel that `run` measures. If the stage\n"
    "has several passes, the last one is recorded, because it makes the pixels.\n\n"
    "Where kernels can read a clock (NVIDIA), the numbers are nanoseconds since the first workgroup began.\n"
    "Elsewhere an atomic counter numbers the pixels. That gives their order, but not how much time lies\n"
    "between them.\n\n"
    "FILE.npy holds the numbers (HxW, uint32). Any other format shows them as colours, from dark violet\n"
    "(first) to yellow (last).\n\n"
    "Examples\n"
    "  lightbench-cli replay photo.jpg --stack \"grayscale | floyd-steinberg\" -o order.png\n"
    "  lightbench-cli replay photo.jpg --stack \"prefix-sum variant=look-back\" -o order.npy --groups groups.csv\n";
} // namespace

ProgramCommand replayCommand() {
    return {{.name = "replay",
             .positionals = "IN --stack TEXT -o ORDER.png or .npy",
             .summary = "Records the order in which a wavefront or a scan finishes its pixels",
             .details = replayDetails,
             .options = {{"output", 'o', "ORDER", "the order: numbers in .npy, colours in any other format"},
                         {"stack", 's', "TEXT or FILE", "the stack; its last stage is recorded"},
                         {"stage", 0, "N", "record this stage, counted from 1"},
                         {"groups", 0, "FILE.csv", "write begin, end and waits of every workgroup"},
                         deviceOption(),
                         tuningOption(),
                         kernelsOption(),
                         allowPythonOption(),
                         largeOption()},
             .shared = {workerOptions()},
             .minimum = 1,
             .maximum = 1},
            runReplay};
}

} // namespace lightbench
