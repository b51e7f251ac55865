// From the words of `run` to its jobs, with every check that can be done before long work.
#include "app/cli_jobs.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <set>

#include "core/error.h"
#include "core/stack_text.h"
#include "core/text.h"
#include "ui/files/image_file.h"
#include "ui/files/whole_file.h"

namespace lightbench {

namespace {
constexpr qint64 longestStack = 1 << 20;

[[noreturn]] void fail(const QString& message) { throw Error(ErrorKind::Usage, message.toStdString()); }

QString valueOf(const Arguments& arguments, const char* option) {
    return QString::fromStdString(arguments.value(option));
}

/// One spelling for one file, so that two names of it compare equal.
QString sameSpelling(const QString& path) {
    const QFileInfo info(path);
    if (info.exists()) return info.canonicalFilePath();
    const QString folder = QFileInfo(info.absolutePath()).canonicalFilePath();
    return QDir::cleanPath((folder.isEmpty() ? info.absolutePath() : folder) + "/" + info.fileName());
}

void checkFolder(const QString& path, const char* option) {
    const QFileInfo info(path);
    if (info.exists() && !info.isDir())
        fail(QString("%1 must be a folder for several inputs; %2 is a file").arg(option, path));
    if (info.exists()) return checkWritable(QDir(path).filePath("lightbench"));
    QString parent = QDir::cleanPath(info.absoluteFilePath());
    while (!QFileInfo::exists(parent))
        parent = QFileInfo(parent).absolutePath();
    if (!QFileInfo(parent).isDir()) fail(QString("cannot make the folder %1: %2 is a file").arg(path, parent));
    checkWritable(QDir(parent).filePath("lightbench"));
}

QString suffixFor(const QString& input, const QString& format) {
    if (!format.isEmpty()) return format;
    const QString own = QFileInfo(input).suffix();
    return writableSuffixes().contains(own.toLower()) ? own : "png";
}

void addFolderJobs(RunSettings& settings, const QStringList& inputs, const QString& out, const QString& format) {
    for (const QString& input : inputs) {
        const QString name = QFileInfo(input).completeBaseName();
        Job job{input, QDir(out).filePath(name + "." + suffixFor(input, format)), {}};
        if (!settings.differenceFolder.isEmpty())
            job.difference = QDir(settings.differenceFolder).filePath(name + ".png");
        settings.jobs.push_back(job);
    }
}

QString checkedFormat(const Arguments& arguments) {
    QString format = valueOf(arguments, "format").toLower();
    if (format.isEmpty() || writableSuffixes().contains(format)) return format;
    fail(QString("--format takes one of %1, not \"%2\"").arg(writableSuffixes().join(", "), format));
}

void addJobs(RunSettings& settings, const Arguments& arguments) {
    QStringList inputs;
    for (const std::string& word : arguments.positionals)
        inputs += QString::fromStdString(word);
    const QString out = valueOf(arguments, "output"), format = checkedFormat(arguments);
    const QString difference = valueOf(arguments, "difference");
    if (out.isEmpty()) fail("run: say where the result goes: -o FILE, or -o FOLDER for several inputs");
    settings.several = inputs.size() > 1 || out.endsWith('/') || QFileInfo(out).isDir();
    settings.fixedFormat = !format.isEmpty();
    if (!settings.several) {
        if (settings.fixedFormat) fail("--format is for a folder of results; here the suffix of -o decides");
        settings.jobs = {{inputs[0], out, difference}};
        return;
    }
    settings.outputFolder = out;
    settings.differenceFolder = difference;
    checkFolder(out, "-o");
    if (!difference.isEmpty()) checkFolder(difference, "--difference");
    addFolderJobs(settings, inputs, out, format);
}

/// No file is written twice, and none over an input.
void checkCollisions(const RunSettings& settings) {
    std::set<QString> inputs, outputs;
    for (const Job& job : settings.jobs)
        inputs.insert(sameSpelling(job.input));
    const auto add = [&](const QString& path) {
        if (path.isEmpty()) return;
        const QString spelling = sameSpelling(path);
        if (inputs.contains(spelling))
            fail(QString("%1 is an input and would be overwritten; choose another name").arg(path));
        if (!outputs.insert(spelling).second)
            fail(QString("%1 would be written twice; give different names, or one input of that name at a time")
                     .arg(path));
    };
    for (const Job& job : settings.jobs) {
        add(job.output);
        add(job.difference);
    }
    add(settings.report);
    add(settings.histogram);
}

void checkPlaces(const RunSettings& settings) {
    for (const QString& path : {settings.report, settings.histogram})
        if (!path.isEmpty()) checkWritable(path);
    if (settings.several) return;
    // The suffix is checked with a shape that every format holds; the real one is not known yet.
    const ImageShape any{{1, 1}, {SampleType::U8, 1}};
    checkSavable(any, settings.jobs[0].output);
    if (!settings.jobs[0].difference.isEmpty()) checkSavable(any, settings.jobs[0].difference);
}
} // namespace

Stack stackFrom(const std::string& textOrFile) {
    const QString path = QString::fromStdString(textOrFile);
    const bool named = path.endsWith(".stack") && !path.contains('|') && !path.contains('\n');
    if (!named && !QFileInfo(path).isFile()) return parseStack(textOrFile);
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw Error(ErrorKind::Input,
                    "cannot read the stack file " + textOrFile + ": " + file.errorString().toStdString());
    if (file.size() > longestStack) throw Error(ErrorKind::Input, textOrFile + " is too long to be a stack file");
    try {
        return parseStack(file.readAll().toStdString(), QFileInfo(path).absolutePath().toStdString());
    } catch (const Error& error) {
        throw Error(error.kind(), textOrFile + ": " + error.what(), error.details());
    }
}

RunSettings runSettings(const Arguments& arguments) {
    RunSettings settings;
    settings.stack = stackFrom(arguments.value("stack"));
    settings.device = arguments.value("device");
    settings.verify = arguments.has("verify") || arguments.has("difference");
    settings.quiet = arguments.has("quiet");
    settings.repeat = wholeNumber(arguments, "repeat", 1, 1000, 1);
    settings.amplify = wholeNumber(arguments, "amplify", 1, 64, 1);
    if (arguments.has("amplify") && !arguments.has("difference")) fail("--amplify belongs to --difference FILE.png");
    settings.report = valueOf(arguments, "report");
    settings.histogram = valueOf(arguments, "histogram");
    addJobs(settings, arguments);
    checkCollisions(settings);
    checkPlaces(settings);
    return settings;
}

QString fittingOutput(const RunSettings& settings, const Job& job, const ImageShape& result) {
    QString path = job.output;
    if (settings.several && !settings.fixedFormat && !canHold(path, result)) {
        const QString base = path.chopped(QFileInfo(path).suffix().size());
        path = base + (canHold(base + "png", result) ? "png" : "npy");
    }
    checkSavable(result, path);
    return path;
}

} // namespace lightbench
