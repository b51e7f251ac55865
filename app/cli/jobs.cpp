#include "app/cli/jobs.h"

#include <algorithm>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace fs = std::filesystem;
using namespace std::string_literals;

namespace {
constexpr std::size_t longestStack = 1 << 20;

[[noreturn]] void fail(const std::string& message) { throw Error(ErrorKind::Usage, message); }

bool isFolder(const std::string& name) {
    std::error_code problem;
    return fs::is_directory(name, problem);
}

std::string joinPath(const std::string& folder, const std::string& name) { return fs::path(folder) / name; }

void checkFolder(const std::string& name, const char* option) {
    std::error_code problem;
    const fs::path path = fs::absolute(name, problem);
    if (fs::exists(path, problem) && !isFolder(name))
        fail(option + " must be a folder for several inputs; "s + shownPath(name) + " is a file");
    if (isFolder(name)) return checkWritable(joinPath(name, "lightbench"));
    // A trailing slash always means a folder.
    if (codecBySuffix(suffixOfName(name)) && !name.ends_with('/'))
        fail(option + " must be a folder for several inputs, and "s + shownPath(name) +
             " is the name of an image; name a folder, such as " + shownPath(name) + "/ if it is to be called so");
    fs::path parent = path.lexically_normal();
    while (!fs::exists(parent, problem))
        parent = parent.parent_path();
    if (!fs::is_directory(parent, problem))
        fail("cannot make the folder " + shownPath(name) + ": " + shownPath(parent.string()) + " is a file");
    checkWritable((parent / "lightbench").string());
}

std::string suffixFor(const std::string& input, const std::string& format) {
    if (!format.empty()) return format;
    const std::string own(suffixAsWritten(input));
    return isWritable(own) ? own : "png";
}

void addFolderJobs(JobSettings& settings, const std::vector<std::string>& inputs, const std::string& out,
                   const std::string& format) {
    for (const std::string& input : inputs) {
        const std::string name(input == "-" ? "standard-input" : nameBeforeSuffix(input));
        Job job{input, joinPath(out, name + "." + suffixFor(input, format)), {}, {}};
        if (!settings.differenceFolder.empty()) job.difference = joinPath(settings.differenceFolder, name + ".png");
        settings.jobs.push_back(job);
    }
}

std::string checkedFormat(const Arguments& arguments) {
    const std::string word = arguments.value("format"), format = suffixOfName("." + word);
    if (word.empty() || isWritable(format)) return format;
    fail("--format takes one of " + joinWords(writableSuffixes(), "and") + ", not \"" + shownPath(word) + "\"");
}

/// The format for a stream; without a suffix it is the input's format.
std::string formatOfStream(const std::string& out, const std::string& format) {
    const std::string own = suffixOfName(out);
    return !format.empty() || !isWritable(own) ? format : own;
}

void addJobs(JobSettings& settings, const Arguments& arguments) {
    const std::vector<std::string>& inputs = arguments.positionals;
    const std::string out = arguments.value("output"), format = checkedFormat(arguments);
    const std::string difference = arguments.value("difference");
    if (out.empty()) fail("run: give the result's name: -o FILE, or -o FOLDER for several inputs");
    if (std::ranges::count(inputs, "-") > 1) fail("run: - is the standard input, which can be read only once");
    const bool stream = isStream(out);
    if (stream && inputs.size() > 1) fail("run: several inputs need a folder; " + shownPath(out) + " is a stream");
    settings.isBatch = inputs.size() > 1 || (!stream && (out.ends_with('/') || isFolder(out)));
    settings.fixedFormat = !format.empty();
    if (!settings.isBatch) {
        if (settings.fixedFormat && !stream)
            fail("--format is for a folder of results, or a stream; here the suffix of -o decides");
        settings.jobs = {{inputs[0], out, stream ? formatOfStream(out, format) : std::string(), difference}};
        return;
    }
    settings.outputFolder = out;
    settings.differenceFolder = difference;
    checkFolder(out, "-o");
    if (!difference.empty()) checkFolder(difference, "--difference");
    addFolderJobs(settings, inputs, out, format);
}

/// Refuses to write a file twice or over an input.
void claimFiles(const JobSettings& settings, FileClaims& files) {
    for (const Job& job : settings.jobs)
        files.reads({job.input, imageInput(job.input)});
    for (const Job& job : settings.jobs) {
        files.writes(job.output, "-o");
        files.writes(job.difference, "--difference");
    }
}

void checkWritableOutputs(const JobSettings& settings) {
    if (settings.isBatch) return;
    const Job& job = settings.jobs[0];
    checkTarget(job.output, isStream(job.output) && job.format.empty() ? "png" : job.format);
    if (!job.difference.empty()) checkTarget(job.difference, differenceFormat(job.difference));
}
} // namespace

std::string differenceFormat(const std::string& path) {
    const bool needsFormat = isStream(path) && !codecBySuffix(suffixOfName(path));
    return needsFormat ? "png" : std::string();
}

Format formatFor(const Arguments& arguments, const Stage& stage, const FilterCatalog& filters, Size size) {
    if (arguments.has("format")) return parseFormat(arguments.value("format"));
    const SampleType type = filters.byId(stage.filter).accepts.front();
    try {
        outputShape(stage, {size, {type, 4}}, filters);
        return {type, 4};
    } catch (const Error&) {
        return {type, 1};
    }
}

Stack stackFrom(const std::string& textOrFile, const CommandContext& context) {
    const fs::path path(textOrFile);
    std::error_code problem;
    const bool named = textOrFile.ends_with(".stack") && textOrFile.find_first_of("|\n") == textOrFile.npos;
    const bool stream = textOrFile.starts_with("/") && isInputStream(textOrFile);
    if (!named && !stream && !fs::is_regular_file(path, problem)) return context.stackOf(textOrFile);
    const InputLimits limits{.maxBytes = longestStack, .what = "a stack"};
    context.files().reads({textOrFile, "the stack file " + shownPath(textOrFile)});
    const std::string text = stream ? std::string(InputFile(textOrFile, {}, limits).content())
                                    : readSmallFile(textOrFile, longestStack, "a stack");
    try {
        return context.stackOf(text, fs::absolute(path, problem).parent_path().string());
    } catch (const Error& error) {
        throw withPrefix(error, shownPath(textOrFile) + ": ");
    }
}

/// Removes the jobs of other shards.
static void keepShard(JobSettings& settings) {
    if (settings.shard.isUnsharded()) return;
    if (!settings.isBatch) fail("--shard shares out several images; give all of them, and a folder for -o");
    settings.jobs = settings.shard.share(settings.jobs);
}

/// "120,45"
static Point pixelFrom(const std::string& text) {
    const std::vector<std::string_view> parts = split(text, ",");
    std::vector<int> numbers;
    for (const std::string_view part : parts)
        if (const auto number = parsedNumber(part); number && *number >= 0 && *number < 1 << 30)
            if (*number == int(*number)) numbers.push_back(int(*number));
    if (parts.size() != 2 || numbers.size() != 2)
        fail("--probe is a pixel, such as 120,45, counted from 0 at the top left");
    return {numbers[0], numbers[1]};
}

JobSettings readRunOptions(const Arguments& arguments, const CommandContext& context) {
    JobSettings settings;
    settings.filters = context.filters;
    settings.stack = stackFrom(arguments.value("stack"), context);
    if (arguments.has("kernels") && !arguments.has("stack"))
        fail("give --stack with the filters that shall run; lightbench-cli kernels FILE prints the names of yours");
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
    if (arguments.has("amplify") && !arguments.has("difference")) fail("--amplify belongs to --difference FILE.png");
    settings.parallelImages = wholeNumber(arguments, "jobs", 1, 1024, 0);
    settings.report = arguments.value("report");
    settings.histogram = arguments.value("histogram");
    settings.trace = arguments.value("trace");
    settings.journal = arguments.value("journal");
    settings.shard = shardOf(arguments);
    addJobs(settings, arguments);
    settings.run.warmUp = !settings.isBatch || arguments.has("repeat");
    claimFiles(settings, context.files());
    context.writes(arguments, {"report", "histogram", "trace", "journal"});
    checkWritableOutputs(settings);
    keepShard(settings);
    return settings;
}

namespace {
/// The file name or format that can hold the result: as requested, else PNG, else .npy.
std::string fittingFormat(const std::string& wanted, const ImageShape& result) {
    if (canHold(wanted, result)) return wanted;
    return canHold("png", result) ? "png" : "npy";
}
} // namespace

Destination fittingOutput(const JobSettings& settings, const Job& job, const ImageShape& result,
                          const std::string& inputFormat) {
    Destination place{job.output, job.format};
    if (isStream(job.output) && job.format.empty()) place.format = fittingFormat(inputFormat, result);
    if (settings.isBatch && !settings.fixedFormat) {
        const std::string suffix(suffixAsWritten(place.path));
        place.path = place.path.substr(0, place.path.size() - suffix.size()) + fittingFormat(suffix, result);
    }
    checkSavable(result, place.path, place.format);
    return place;
}

} // namespace lightbench
