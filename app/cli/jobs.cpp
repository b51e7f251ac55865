#include "app/cli/jobs.h"

#include <algorithm>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

namespace lightbench {

namespace fs = std::filesystem;
using namespace std::string_literals;

namespace {
[[noreturn]] void failUsage(const std::string& message) { throw Error(ErrorKind::Usage, message); }

bool isFolder(const std::string& name) {
    std::error_code problem;
    return fs::is_directory(name, problem);
}

std::string joinPath(const std::string& folder, const std::string& name) { return fs::path(folder) / name; }

void checkFolder(const std::string& name, const char* option) {
    std::error_code problem;
    const fs::path path = fs::absolute(name, problem);
    if (fs::exists(path, problem) && !isFolder(name))
        failUsage(option + " must be a folder for several inputs; "s + shownPath(name) + " is a file");
    if (isFolder(name)) return checkWritable(joinPath(name, "lightbench"));
    // A trailing slash always means a folder.
    if (codecBySuffix(suffixOfName(name)) && !name.ends_with('/'))
        failUsage(option + " must be a folder for several inputs, and "s + shownPath(name) +
                  " is the name of an image; name a folder, such as " + shownPath(name) + "/ if it is to be called so");
    fs::path parent = path.lexically_normal();
    while (!fs::exists(parent, problem))
        parent = parent.parent_path();
    if (!fs::is_directory(parent, problem))
        failUsage("cannot make the folder " + shownPath(name) + ": " + shownPath(parent.string()) + " is a file");
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
    failUsage("--format takes one of " + joinWords(writableSuffixes(), "and") + ", not \"" + shownPath(word) + "\"");
}

/// The format for a stream; without a suffix it is the input's format.
std::string formatOfStream(const std::string& out, const std::string& format) {
    const std::string own = suffixOfName(out);
    return !format.empty() || !isWritable(own) ? format : own;
}

void addAllJobs(JobSettings& settings, const Arguments& arguments) {
    const std::vector<std::string>& inputs = arguments.positionals;
    const std::string out = arguments.value("output"), format = checkedFormat(arguments);
    const std::string difference = arguments.value("difference");
    if (out.empty()) failUsage("run: give the result's name: -o FILE, or -o FOLDER for several inputs");
    if (std::ranges::count(inputs, "-") > 1) failUsage("run: - is the standard input, which can be read only once");
    const bool stream = isStream(out);
    if (stream && inputs.size() > 1) failUsage("run: several inputs need a folder; " + shownPath(out) + " is a stream");
    settings.isBatch = inputs.size() > 1 || (!stream && (out.ends_with('/') || isFolder(out)));
    settings.fixedFormat = !format.empty();
    if (!settings.isBatch) {
        if (settings.fixedFormat && !stream)
            failUsage("--format is for a folder of results, or a stream; here the suffix of -o decides");
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

/// Removes the jobs of other shards.
void keepShard(JobSettings& settings) {
    if (settings.shard.isUnsharded()) return;
    if (!settings.isBatch) failUsage("--shard shares out several images; give all of them, and a folder for -o");
    settings.jobs = settings.shard.share(settings.jobs);
}
} // namespace

void addJobs(JobSettings& settings, const Arguments& arguments, FileClaims& files) {
    addAllJobs(settings, arguments);
    claimFiles(settings, files);
    checkWritableOutputs(settings);
    keepShard(settings);
}

std::string differenceFormat(const std::string& path) {
    const bool needsFormat = isStream(path) && !codecBySuffix(suffixOfName(path));
    return needsFormat ? "png" : std::string();
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
