// From the words of `run` to its jobs, with every check that can be done before long work.
#include "app/cli/jobs.h"

#include <QDir>
#include <QFileInfo>

#include <filesystem>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/small_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/run/stack_text.h"
#include "ui/files/file_kind.h"
#include "ui/files/file_name.h"
#include "ui/files/whole_file.h"

namespace lightbench {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t longestStack = 1 << 20;

[[noreturn]] void fail(const QString& message) { throw Error(ErrorKind::Usage, message.toStdString()); }

fs::path pathOf(const QString& name) { return nameBytes(name); }

bool isFolder(const QString& name) {
    std::error_code problem;
    return fs::is_directory(pathOf(name), problem);
}

QString within(const QString& folder, const QString& name) { return QDir(folder).filePath(name); }

/// One spelling for one file, so that two names of it compare equal.
std::string sameSpelling(const QString& name) {
    std::error_code problem;
    const fs::path path = fs::absolute(pathOf(name), problem).lexically_normal();
    const fs::path real = fs::canonical(path, problem);
    if (!problem) return real.string();
    const fs::path folder = fs::canonical(path.parent_path(), problem);
    return ((problem ? path.parent_path() : folder) / path.filename()).string();
}

void checkFolder(const QString& name, const char* option) {
    std::error_code problem;
    const fs::path path = fs::absolute(pathOf(name), problem);
    if (fs::exists(path, problem) && !isFolder(name))
        fail(QString("%1 must be a folder for several inputs; %2 is a file").arg(option, shownName(name)));
    if (isFolder(name)) return checkWritable(within(name, "lightbench"));
    // A slash says that a folder is meant, whatever its name.
    if (kindBySuffix(name) != FileKind::Unknown && !name.endsWith('/'))
        fail(QString("%1 must be a folder for several inputs, and %2 is the name of an image; name a folder, such as "
                     "%2/ if it is to be called so")
                 .arg(option, shownName(name)));
    fs::path parent = path.lexically_normal();
    while (!fs::exists(parent, problem))
        parent = parent.parent_path();
    if (!fs::is_directory(parent, problem))
        fail(QString("cannot make the folder %1: %2 is a file")
                 .arg(shownName(name), QString::fromStdString(shownPath(parent.string()))));
    checkWritable((parent / "lightbench").string());
}

QString suffixFor(const QString& input, const QString& format) {
    if (!format.isEmpty()) return format;
    const QString own = input == "-" ? QString() : QFileInfo(input).suffix();
    return writableSuffixes().contains(own.toLower()) ? own : "png";
}

void addFolderJobs(JobSettings& settings, const QStringList& inputs, const QString& out, const QString& format) {
    for (const QString& input : inputs) {
        const QString name = input == "-" ? "standard-input" : QFileInfo(input).completeBaseName();
        Job job{input, within(out, name + "." + suffixFor(input, format)), {}, {}};
        if (!settings.differenceFolder.isEmpty()) job.difference = within(settings.differenceFolder, name + ".png");
        settings.jobs.push_back(job);
    }
}

QString checkedFormat(const Arguments& arguments) {
    QString format = fileOf(arguments, "format").toLower();
    if (format.isEmpty() || writableSuffixes().contains(format)) return format;
    fail(QString("--format takes one of %1, not \"%2\"").arg(writableSuffixes().join(", "), shownName(format)));
}

/// A stream needs no suffix: without one the format of the input is taken.
QString formatOfStream(const QString& out, const QString& format) {
    const QString own = QFileInfo(out).suffix().toLower();
    return !format.isEmpty() || !writableSuffixes().contains(own) ? format : own;
}

void addJobs(JobSettings& settings, const Arguments& arguments) {
    QStringList inputs;
    for (const std::string& word : arguments.positionals)
        inputs += nameFromBytes(word);
    const QString out = fileOf(arguments, "output"), format = checkedFormat(arguments);
    const QString difference = fileOf(arguments, "difference");
    if (out.isEmpty()) fail("run: say where the result goes: -o FILE, or -o FOLDER for several inputs");
    if (inputs.count("-") > 1) fail("run: - is the standard input, which can be read once only");
    const bool stream = isStream(nameBytes(out));
    if (stream && inputs.size() > 1) fail("run: several inputs need a folder; " + shownName(out) + " is a stream");
    settings.several = inputs.size() > 1 || (!stream && (out.endsWith('/') || isFolder(out)));
    settings.fixedFormat = !format.isEmpty();
    if (!settings.several) {
        if (settings.fixedFormat && !stream)
            fail("--format is for a folder of results, or a stream; here the suffix of -o decides");
        settings.jobs = {{inputs[0], out, stream ? formatOfStream(out, format) : QString(), difference}};
        return;
    }
    settings.outputFolder = out;
    settings.differenceFolder = difference;
    checkFolder(out, "-o");
    if (!difference.isEmpty()) checkFolder(difference, "--difference");
    addFolderJobs(settings, inputs, out, format);
}

/// No file is written twice, and none over an input. Streams are: but two texts in one are of no use.
void checkCollisions(const JobSettings& settings, const std::string& stack) {
    std::set<std::string> inputs, outputs;
    std::error_code problem;
    if (fs::is_regular_file(stack, problem)) inputs.insert(sameSpelling(nameFromBytes(stack)));
    for (const Job& job : settings.jobs)
        if (!isInputStream(nameBytes(job.input))) inputs.insert(sameSpelling(job.input));
    const auto add = [&](const QString& path) {
        const std::string bytes = nameBytes(path);
        if (path.isEmpty() || (isStream(bytes) && !isStandardOutput(bytes))) return;
        const std::string spelling = isStandardOutput(bytes) ? "-" : sameSpelling(path);
        if (inputs.contains(spelling))
            fail(QString("%1 is an input and would be overwritten; choose another name").arg(shownName(path)));
        if (!outputs.insert(spelling).second)
            fail(QString("%1 would be written twice; give different names, or one input of that name at a time")
                     .arg(shownName(path)));
    };
    for (const Job& job : settings.jobs) {
        add(job.output);
        add(job.difference);
    }
    add(settings.report);
    add(settings.histogram);
    add(settings.trace);
    add(nameFromBytes(settings.journal));
}

void checkPlaces(const JobSettings& settings) {
    for (const QString& path : {settings.report, settings.histogram, settings.trace})
        if (!path.isEmpty()) checkWritable(path);
    if (settings.several) return;
    // The suffix is checked with a shape that every format holds; the real one is not known yet.
    const ImageShape any{{1, 1}, {SampleType::U8, 1}};
    const Job& job = settings.jobs[0];
    checkSavable(any, job.output, isStream(nameBytes(job.output)) && job.format.isEmpty() ? "png" : job.format);
    if (!job.difference.isEmpty()) checkSavable(any, job.difference, differenceFormat(job.difference));
}
} // namespace

QString differenceFormat(const QString& path) {
    const bool open = isStream(nameBytes(path)) && kindBySuffix(path) == FileKind::Unknown;
    return open ? "png" : QString();
}

Stack stackFrom(const std::string& textOrFile) {
    const fs::path path(textOrFile);
    std::error_code problem;
    const bool named = textOrFile.ends_with(".stack") && textOrFile.find_first_of("|\n") == textOrFile.npos;
    const bool stream = textOrFile.starts_with("/") && isInputStream(textOrFile);
    if (!named && !stream && !fs::is_regular_file(path, problem)) return parseStack(textOrFile);
    const std::string text =
        stream ? std::string(InputFile(textOrFile).content()) : readSmallFile(textOrFile, longestStack, "a stack");
    try {
        return parseStack(text, fs::absolute(path, problem).parent_path().string());
    } catch (const Error& error) {
        throw Error(error.kind(), shownPath(textOrFile) + ": " + error.what(), error.details());
    }
}

/// Of the jobs of all shards.
static void keepShard(JobSettings& settings) {
    if (settings.shard.isWhole()) return;
    if (!settings.several) fail("--shard shares out several images; give all of them, and a folder for -o");
    const std::vector<Job> all = std::exchange(settings.jobs, {});
    for (std::size_t i = 0; i < all.size(); ++i)
        if (settings.shard.has(i)) settings.jobs.push_back(all[i]);
}

JobSettings runSettings(const Arguments& arguments) {
    JobSettings settings;
    settings.stack = stackFrom(arguments.value("stack"));
    settings.device = arguments.value("device");
    settings.tuning = tuningFile(arguments).read();
    settings.explain = arguments.has("explain");
    settings.verify = arguments.has("verify") || arguments.has("difference") || settings.explain;
    settings.quiet = arguments.has("quiet");
    settings.large = largeOf(arguments);
    settings.repeat = wholeNumber(arguments, "repeat", 1, 1000, 1);
    if (arguments.value("amplify") != "auto") settings.amplify = wholeNumber(arguments, "amplify", 1, 65535, 0);
    if (arguments.has("amplify") && !arguments.has("difference")) fail("--amplify belongs to --difference FILE.png");
    settings.inFlight = wholeNumber(arguments, "jobs", 1, 1024, 0);
    settings.report = fileOf(arguments, "report");
    settings.histogram = fileOf(arguments, "histogram");
    settings.trace = fileOf(arguments, "trace");
    settings.journal = arguments.value("journal");
    settings.shard = shardOf(arguments);
    addJobs(settings, arguments);
    settings.measures = !settings.several || arguments.has("repeat");
    checkCollisions(settings, arguments.value("stack"));
    checkPlaces(settings);
    keepShard(settings);
    return settings;
}

namespace {
/// A file's name or a format that holds the result: as it is, else PNG, else NumPy's.
QString fittingFormat(const QString& wanted, const ImageShape& result) {
    if (canHold(wanted, result)) return wanted;
    return canHold("png", result) ? "png" : "npy";
}
} // namespace

Destination fittingOutput(const JobSettings& settings, const Job& job, const ImageShape& result,
                          const QString& inputFormat) {
    Destination place{job.output, job.format};
    if (isStream(nameBytes(job.output)) && job.format.isEmpty()) place.format = fittingFormat(inputFormat, result);
    if (settings.several && !settings.fixedFormat) {
        const QString suffix = QFileInfo(place.path).suffix();
        place.path = place.path.chopped(suffix.size()) + fittingFormat(suffix, result);
    }
    checkSavable(result, place.path, place.format);
    return place;
}

} // namespace lightbench
