// `run`: the main job. Each input goes through the stack on a device; a bad file is reported and the rest go on.
#include <QFileInfo>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <new>
#include <set>

#include "app/bench/at_once.h"
#include "app/cli/explanation_text.h"
#include "app/cli/jobs.h"
#include "app/cli/report_table.h"
#include "app/cli/results.h"
#include "app/terminal/build_info.h"
#include "app/terminal/commands.h"
#include "app/terminal/progress.h"
#include "core/base/content_hash.h"
#include "core/base/text.h"
#include "core/device/device_choice.h"
#include "core/experiment/provenance.h"
#include "core/run/stack_text.h"
#include "core/shards/run_journal.h"
#include "ui/files/file_name.h"

namespace lightbench {

namespace {
/// Folders that the run makes; those that stay empty are taken away again.
class MadeFolders {
public:
    void make(const QString& path) {
        if (path.isEmpty() || std::filesystem::exists(nameBytes(path))) return;
        std::error_code problem;
        if (!std::filesystem::create_directories(nameBytes(path), problem) && problem)
            throw Error(ErrorKind::Input,
                        "cannot make the folder " + shownName(path).toStdString() + ": " + problem.message());
        made_.push_back(path);
    }
    ~MadeFolders() {
        for (const QString& path : made_)
            ::rmdir(nameBytes(path).c_str());
    }

private:
    std::vector<QString> made_;
};

/// "3 of 90 samples, at most 2", and of alpha, where that differs.
std::string mismatchText(const Difference& d) {
    const auto text = [](const auto& figures) {
        return std::to_string(figures.mismatched) + " of " + std::to_string(figures.samples) + " samples, at most " +
               threeDigits(figures.maxAbs);
    };
    const bool inAlpha = d.alpha() && d.alpha()->mismatched > 0;
    return text(d) + (inAlpha ? ", in alpha " + text(*d.alpha()) : "");
}

class Runner {
public:
    Runner(const RunSettings& settings, Console& console)
        : settings_(settings), session_(console), journal_(settings.journal),
          kernels_(journal_.isOn() ? hashText(console.engine().kernels().read().hash()) : ""), results_(settings),
          progress_(!settings.quiet) {}

    int runAll() {
        if (isEveryDevice(settings_.device) && !settings_.several)
            throw Error(ErrorKind::Usage, "--device all shares out several images; give them, and a folder for -o");
        const std::vector<DeviceInfo> devices = session_.devicesNamed(settings_.device);
        MadeFolders folders;
        folders.make(settings_.outputFolder);
        folders.make(settings_.differenceFolder);
        if (!settings_.shard.isWhole() && !settings_.quiet)
            print("shard " + settings_.shard.text() + ": " + std::to_string(settings_.jobs.size()) + " images\n");
        devices.size() > 1 && settings_.several ? shareOut(devices)
                                                : work({session_.engine(), devices.front().index, true});
        const int code = code_;
        if (code != Stopped && settings_.several) results_.write(session_);
        return code;
    }

private:
    /// What runs images: one, or several at the same time, each on a thread of its own. Stderr is everybody's then, so
    /// that none of them silences it.
    struct Lane {
        Engine& engine;
        int device = 0;
        bool isAlone = true;
    };

    void shareOut(const std::vector<DeviceInfo>& devices) {
        std::vector<std::function<void()>> works;
        for (const DeviceInfo& device : devices)
            works.emplace_back([this, index = device.index] {
                const std::unique_ptr<Engine> own = session_.newEngine();
                work({*own, index, false});
            });
        runAtOnce(works);
    }

    /// Takes the next image until there is none.
    void work(const Lane& lane) {
        for (std::size_t i = next_++; i < settings_.jobs.size() && code_ != Stopped; i = next_++) {
            const Job& job = settings_.jobs[i];
            {
                const std::lock_guard lock(mutex_);
                progress_.setFile(int(i), int(settings_.jobs.size()), nameBytes(QFileInfo(job.input).fileName()));
            }
            const int code = guarded(job, lane);
            const std::lock_guard lock(mutex_);
            code_ = std::max<int>(code_, code);
            progress_.clear();
        }
    }

    /// What a journal says of a job before it is run.
    RunRow wantedRow(const Job& job) const {
        RunRow row;
        row.input = nameBytes(job.input);
        row.stack = stackLine(settings_.stack);
        row.output = nameBytes(job.output);
        row.inputHash = fileHash(row.input);
        row.program = programVersion();
        row.commit = programCommit();
        row.kernels = kernels_;
        row.check = settings_.verify ? "yes" : "no";
        row.repeats = settings_.repeat;
        row.host = hostName();
        return row;
    }

    void note(RunRow row, const std::string& error = {}) {
        row.error = error;
        row.time = timeText();
        row.outputHash = error.empty() ? fileHash(row.output) : "";
        session_.writing([&] { journal_.add(row); });
    }

    /// What the journal has is not run again, and counts as it did.
    std::optional<int> kept(const Job& job) {
        if (!journal_.isOn()) return std::nullopt;
        const RunRow wanted = wantedRow(job);
        const std::lock_guard lock(mutex_);
        const std::optional<RunRow> known = journal_.known(wanted);
        if (!known) return std::nullopt;
        if (!settings_.quiet)
            print(shownName(job.input).toStdString() + " -> " + shownPath(known->output) + "  kept, done " +
                  known->time + "\n");
        return known->differs() ? Differs : Done;
    }

    /// With one input its error is the program's; with several each is told on its own.
    int guarded(const Job& job, const Lane& lane) {
        if (const std::optional<int> code = kept(job)) return *code;
        if (!settings_.several) return runOne(job, lane);
        try {
            return runOne(job, lane);
        } catch (const Error& error) {
            return failed(job, error);
        } catch (const std::bad_alloc&) {
            return failed(
                job, Error(ErrorKind::Device, "there is not enough memory for " + shownName(job.input).toStdString()));
        }
    }

    int failed(const Job& job, const Error& error) {
        const std::lock_guard lock(mutex_);
        progress_.clear();
        const std::string path = shownName(job.input).toStdString(), what = error.what();
        if (journal_.isOn() && error.kind() != ErrorKind::Cancelled) note(wantedRow(job), what);
        const bool named = what.find(path) != std::string::npos || error.kind() == ErrorKind::Cancelled;
        results_.addFailure(job.input, QString::fromStdString(what));
        return session_.report(error, named ? "" : path + ": ");
    }

    int runOne(const Job& job, const Lane& lane) {
        QString output;
        std::string differenceNote; // what the difference picture shows
        const ReportPtr report = runToFiles(job, lane, output, differenceNote);
        const std::lock_guard lock(mutex_);
        explain(*report);
        results_.add(*report, explanations_, job.input, output);
        // Before anything is printed: whoever reads may close the pipe.
        if (!settings_.several) results_.write(session_);
        progress_.clear();
        if (journal_.isOn()) {
            RunRow row = wantedRow(job);
            row.output = nameBytes(output);
            addReport(row, *report);
            note(row);
        }
        tell(*report, job.input, output, differenceNote);
        return mismatch(*report, job.input);
    }

    void explain(const Report& report) {
        explanations_.clear();
        if (!settings_.explain) return;
        for (const StageReport& stage : report.stages)
            if (auto explained = explainStage(stage)) explanations_.push_back(std::move(*explained));
    }

    /// Two inputs of one name can come to one output where their own formats cannot hold the results.
    void claim(const QString& output) {
        const std::lock_guard lock(mutex_);
        const bool planned = std::ranges::find(settings_.jobs, output, &Job::output) != settings_.jobs.end();
        if (planned || !claimed_.insert(output).second)
            throw Error(ErrorKind::Usage, shownName(output).toStdString() +
                                              " is the result of another input too; run this one by itself");
    }

    ReportPtr runToFiles(const Job& job, const Lane& lane, QString& output, std::string& differenceNote) {
        const LoadedImage loaded = readInput(job.input, settings_.large, session_);
        const QuietStderr quiet(!session_.verbose && lane.isAlone);
        RunRequest request{loaded.image, settings_.stack, lane.device, {settings_.verify, settings_.repeat, true}};
        request.options.stageImages = settings_.explain;
        request.tuning = settings_.tuning;
        ImageShape shape = request.image->shape();
        for (const Stage& stage : settings_.stack)
            if (stage.enabled) shape = outputShape(stage, shape);
        const Destination place = fittingOutput(settings_, job, shape, loaded.format);
        output = place.path;
        if (output != job.output) claim(output);
        session_.checkStopped();
        const auto watch = [this](const RunProgress& progress) {
            const std::lock_guard lock(mutex_);
            progress_.show(progress);
        };
        ReportPtr report = lane.engine.run(request, {session_.stop(), watch});
        writeOutput(output, session_, [&] { saveImage(*report->output, output, place.format); });
        if (!job.difference.isEmpty())
            writeOutput(job.difference, session_,
                        [&] { differenceNote = saveDifference(*report, job.difference, settings_.amplify); });
        return report;
    }

    void tell(const Report& report, const QString& input, const QString& output,
              const std::string& differenceNote) const {
        if (settings_.quiet) return;
        const std::string from = shownName(input).toStdString(), to = shownName(output).toStdString();
        const std::vector<QString> outputs{output, settings_.report, settings_.histogram, settings_.trace,
                                           settings_.jobs[0].difference};
        const std::string explained = explanationsText(explanations_);
        if (!settings_.several) return printBeside(outputs, reportText(report, from, to) + differenceNote + explained);
        printBeside(outputs, from + " -> " + to + "  " + threeDigits(report.gpuMs()) + " ms, " +
                                 verdictName(report.verdict()) + "\n" + differenceNote);
    }

    int mismatch(const Report& report, const QString& input) const {
        for (const StageReport& stage : report.stages) {
            const Difference& d = stage.difference;
            if (d.verdict != Verdict::Mismatch) continue;
            session_.report(Error(ErrorKind::Usage, shownName(input).toStdString() + ": " + stage.filter +
                                                        " variant=" + stage.variant + " on " + report.device.name +
                                                        " differs from its reference: " + mismatchText(d) +
                                                        "; its tolerance is " + stage.tolerance.text()));
            return Differs;
        }
        return Done;
    }

    const RunSettings& settings_;
    Console& session_;
    RunJournal journal_;
    std::string kernels_; ///< hash of all of them
    Results results_;
    ProgressLine progress_;
    std::atomic<std::size_t> next_{0}; ///< job
    std::atomic<int> code_{Done};
    std::mutex mutex_; ///< guards what is not read only, while several images are run
    std::set<QString> claimed_;
    std::vector<StageExplanation> explanations_; ///< of the job at work
};

int merge(const Arguments& arguments, const Console& console) {
    const MergeRequest request = mergeRequest(arguments);
    std::vector<RunRow> rows;
    console.writing([&] { rows = mergeRunJournals(request.from, request.to); });
    const auto failed = std::ranges::count_if(rows, [](const RunRow& row) { return !row.error.empty(); });
    print(shownPath(request.to) + ": " + std::to_string(rows.size()) + " images, " + std::to_string(failed) +
          " failed\n");
    return Done;
}

int run(const Arguments& arguments, Console& console) {
    if (arguments.has("merge")) return merge(arguments, console);
    const RunSettings settings = runSettings(arguments);
    return Runner(settings, console).runAll();
}

const char* const details =
    "One input: OUT is a file, its suffix decides the format. `-` is the standard input or output: what is printed\n"
    "then goes to stderr. A stream (-, a pipe, a device node) takes --format, else its suffix, else the input's\n"
    "format or .png or .npy where that cannot hold the result. Several inputs, or OUT is a folder: the results go\n"
    "there (it is made if needed) under the inputs' names and suffixes, or as .png, or .npy, where the input's own\n"
    "format cannot hold the result. A file that fails is reported, the rest go on, and the exit code is 2 or 3.\n"
    "Formats: PNG, JPEG (quality 95), BMP, PPM/PGM, TIFF (float samples too), WebP (lossless), NumPy .npy (the one\n"
    "that holds 32-bit unsigned samples). The bit depth of the input is kept.\n\n"
    "STACK: stages separated by | or lines, `NAME parameter=value variant=ID workgroup=16x16`; a leading ! disables a\n"
    "stage, # starts a comment. Without --stack the image goes through unchanged.\n\n"
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
    "written). --shard I/N takes every Nth image; --merge puts the journals of shards together. --device all shares "
    "several\n"
    "images out over every device: who has done one takes the next.\n\n"
    "--report with several inputs: {\"runs\": [...], \"failed\": [...]}. --histogram: rows of "
    "channel,bin,input,output,\n"
    "with the file as a first column for several inputs. --trace: of the repeat that is shown, every command on the\n"
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

Command runCommand() {
    CommandSpec spec;
    spec.name = "run";
    spec.positionals = "IN... -o OUT [--stack TEXT or FILE] | --merge FILE.csv ... --journal ALL.csv";
    spec.summary = "Runs images through a stack of filters on a device";
    spec.details = details;
    spec.options = {
        {"output", 'o', "OUT", "the result: a file, or a folder for several inputs"},
        {"stack", 's', "TEXT or FILE", "the stack, or a file that holds it"},
        devicesOption(),
        {"verify", 0, "", "compare with the CPU references"},
        {"explain", 0, "", "the same, and say what the differences look like"},
        {"repeat", 0, "N", "measured repeats, 1..1000"},
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
    for (const std::vector<OptionSpec>& shared : {shardOptions(), processOptions()})
        spec.options.insert(spec.options.end(), shared.begin(), shared.end());
    spec.least = 1;
    spec.most = -1;
    return {spec, run};
}

} // namespace lightbench
