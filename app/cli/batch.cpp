// Runs images through a stack, several at a time. A thread reads and writes the files of an image; the first images may
// be read ahead by others. A pool of devices runs the images; each device runs one at a time.
#include "app/cli/batch.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <utility>

#include "app/cli/batch_journal.h"
#include "app/cli/device_pool.h"
#include "app/cli/explanation_text.h"
#include "app/cli/ordered_completions.h"
#include "app/cli/read_ahead.h"
#include "app/cli/report_table.h"
#include "app/cli/results.h"
#include "app/cli/run_parallel.h"
#include "app/terminal/command_context.h"
#include "app/terminal/progress.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "core/device/device_choice.h"
#include "core/run/float_range.h"
#include "core/run/report.h"

namespace lightbench {

namespace {
/// Makes folders for the results. At the end it removes those that stayed empty.
class MadeFolders {
public:
    void make(const std::string& path) {
        if (path.empty() || std::filesystem::exists(path)) return;
        std::error_code problem;
        if (!std::filesystem::create_directories(path, problem) && problem)
            throw Error(ErrorKind::Input, "cannot make the folder " + shownPath(path) + ": " + problem.message());
        made_.push_back(path);
    }
    ~MadeFolders() {
        for (const std::string& path : made_)
            ::rmdir(path.c_str());
    }

private:
    std::vector<std::string> made_;
};

/// "3 of 90 samples, at most 2", and the same of alpha if it differs.
std::string mismatchText(const Difference& d) {
    const auto text = [](const auto& figures) {
        return std::to_string(figures.mismatched) + " of " + std::to_string(figures.samples) + " samples, at most " +
               threeDigits(figures.maxAbs);
    };
    const bool inAlpha = d.alpha() && d.alpha()->mismatched > 0;
    return text(d) + (inAlpha ? ", in alpha " + text(*d.alpha()) : "");
}

/// The outcome of an image whose files are written.
struct Finished {
    ReportPtr report;
    std::string output;
    std::string differenceNote; ///< what the difference picture shows
    std::vector<StageExplanation> explanations;
    std::string outputHash, differenceHash; ///< for the journal; empty without one
};

class Batch {
public:
    Batch(const JobSettings& settings, CommandContext& context)
        : settings_(settings), context_(context), journal_(settings, context), results_(settings),
          progress_(!settings.quiet), readAhead_(context) {}

    int runAll() {
        if (namesSeveral(settings_.device) && !settings_.isBatch)
            throw Error(ErrorKind::Usage, "--device " + shownText(settings_.device) +
                                              " shares out several images; give them, and a folder for -o");
        // Reads images while drivers list their devices, which takes longer. A journal may make images unnecessary.
        if (!journal_.isOn()) readAhead_.begin(settings_, imagesAtOnce());
        // An image may run on two devices. The worker of the slower one is ended at once.
        if (namesSeveral(settings_.device)) context_.worker.graceSeconds = 0.1;
        const std::vector<DeviceInfo> devices = context_.devicesNamed(settings_.device);
        MadeFolders folders;
        folders.make(settings_.outputFolder);
        folders.make(settings_.differenceFolder);
        if (!settings_.shard.isUnsharded() && !settings_.quiet)
            print("shard " + settings_.shard.text() + ": " + std::to_string(settings_.jobs.size()) +
                  (settings_.jobs.size() == 1 ? " image\n" : " images\n"));
        shareOut(devices);
        const int code = code_;
        // A stopped batch resumes with what its files have of the finished images.
        if (settings_.isBatch && (code != Stopped || journal_.isOn())) results_.write(context_, code == Stopped);
        journal_.warnOfChanges();
        return code;
    }

private:
    /// How many images are in progress: what --jobs says, else one if times are measured, else one for each
    /// free GiB and at most one for each processor.
    std::size_t imagesAtOnce() const {
        if (settings_.parallelImages > 0) return std::size_t(settings_.parallelImages);
        if (settings_.measures && settings_.isBatch) return 1;
        const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
        return std::clamp<std::size_t>(availableMemory() >> 30, 1, processors);
    }

    /// Each device has its own engine. Each further device adds a thread, since threads wait while devices run images.
    void shareOut(const std::vector<DeviceInfo>& devices) {
        std::vector<std::unique_ptr<Engine>> engines;
        std::vector<PoolDevice> places;
        for (const DeviceInfo& device : devices) {
            if (!places.empty()) engines.push_back(context_.newEngine());
            places.push_back({places.empty() ? &context_.engine() : engines.back().get(), device});
        }
        const std::size_t count = std::min(imagesAtOnce() + devices.size() - 1, settings_.jobs.size());
        order_.emplace((devices.size() > 1 ? 4 : 2) * count); // how far images may run ahead of a slow one
        pool_.emplace(std::move(places), settings_.jobs.size(), context_.stop(),
                      std::bind_front(&Batch::runOnEngine, this), [this](std::size_t i, const std::string& text) {
                          context_.warn(shownPath(settings_.jobs[i].input) + ": " + text);
                      });
        const std::vector<std::function<void()>> tasks(count, [this] { work(); });
        count == 1 ? work() : runParallel(tasks);
        pool_.reset(); // before its engines
    }

    /// Takes the next image until there is none.
    void work() {
        while (code_ != Stopped) {
            const std::size_t i = next_++;
            if (i >= settings_.jobs.size()) return;
            order_->begin(i);
            const Job& job = settings_.jobs[i];
            {
                const std::lock_guard lock(mutex_);
                progress_.setFile(int(i), int(settings_.jobs.size()), std::string(fileName(job.input)));
            }
            std::function<void()> notify = attempt(i);
            pool_->withdraw(i);
            order_->end(i, std::move(notify));
        }
    }

    /// Runs image `i` beside other images. Returns the rest of its work, which must wait until its turn.
    std::function<void()> attempt(std::size_t i) {
        const Job& job = settings_.jobs[i];
        const RunRow row = journal_.isOn() ? journal_.keyOf(job) : RunRow();
        try {
            if (const auto known = journal_.find(row)) return [=, this, &job] { reportKept(job, *known); };
            Finished done = runBesideOthers(i);
            return [=, this, &job] { finishJob(job, row, [&] { return reportDone(job, row, done); }); };
        } catch (...) {
            return [=, this, &job, problem = std::current_exception()] {
                finishJob(job, row, [&]() -> int { std::rethrow_exception(problem); });
            };
        }
    }

    /// If an image does not fit into memory beside others, it is run again alone.
    Finished runBesideOthers(std::size_t i) {
        try {
            std::shared_lock share(memoryGate_);
            return runToFiles(i, [&] { // gives up its share, because an earlier image may need all of it
                share.unlock();
                order_->waitForTurn(i);
                share.lock();
            });
        } catch (const TooLarge&) {
        } catch (const std::bad_alloc&) {
        }
        order_->waitForTurn(i);
        const std::unique_lock share(memoryGate_);
        ImageMemory::releaseKept();
        return runToFiles(i, [] {});
    }

    /// A single input's error is thrown; with several, each is reported.
    void finishJob(const Job& job, const RunRow& row, const std::function<int()>& finish) {
        const std::lock_guard lock(mutex_);
        if (code_ == Stopped) return;
        progress_.clear();
        code_ = std::max<int>(code_, settings_.isBatch ? finishOrReport(job, row, finish) : finish());
    }

    int finishOrReport(const Job& job, const RunRow& row, const std::function<int()>& finish) {
        try {
            return finish();
        } catch (const Error& error) {
            return reportFailure(job, row, error);
        } catch (const std::bad_alloc&) {
            return reportFailure(job, row,
                                 Error(ErrorKind::Device, "there is not enough memory for " + shownPath(job.input)));
        }
    }

    /// Images that the journal has are not run again. Their exit codes count again.
    void reportKept(const Job& job, const BatchJournal::Kept& known) {
        finishJob(job, known.row, [&]() -> int {
            results_.add(known.parts);
            if (!settings_.quiet)
                print(shownPath(job.input) + " -> " + shownPath(known.row.output) + "  kept, done " + known.row.time +
                      "\n");
            return known.row.differs() ? Differs : Success;
        });
    }

    int reportFailure(const Job& job, RunRow row, const Error& error) {
        const std::string path = shownPath(job.input), what = error.what();
        row.error = what;
        if (journal_.isOn() && error.kind() != ErrorKind::Cancelled) journal_.add(std::move(row));
        const bool named = what.find(path) != std::string::npos || error.kind() == ErrorKind::Cancelled;
        results_.addFailure(job.input, what);
        return context_.report(error, named ? "" : path + ": ");
    }

    int reportDone(const Job& job, RunRow row, const Finished& done) {
        const ImageParts parts = results_.partsOf(*done.report, done.explanations, job.input, done.output);
        results_.add(parts);
        // Before anything is printed, because the reader may close the pipe.
        if (!settings_.isBatch) results_.write(context_);
        if (journal_.isOn()) {
            row.output = done.output;
            row.outputHash = done.outputHash;
            row.differenceHash = done.differenceHash;
            addHashes(row, parts);
            addReport(row, *done.report);
            journal_.add(std::move(row));
        }
        reportResult(job, done);
        return reportMismatch(*done.report, job.input);
    }

    std::vector<StageExplanation> explanationsOf(const Report& report) const {
        std::vector<StageExplanation> all;
        if (!settings_.explain) return all;
        for (const StageReport& stage : report.stages)
            if (auto explained = explainStage(stage)) all.push_back(std::move(*explained));
        return all;
    }

    /// Two inputs of the same name can get the same output, if their own formats cannot hold the results. The first one
    /// in their order gets it. An input that runs once more alone has it already.
    void claim(std::size_t i, const std::string& output) {
        const std::lock_guard lock(mutex_);
        if (std::exchange(claimed_[i], output) != output) context_.files().writes(output, "-o");
    }

    /// The device comes from the pool. Histograms are counted beside the next image.
    RunRequest requestOf(ImagePtr image) const {
        RunRequest request{{std::move(image), settings_.stack, 0, settings_.filters},
                           {settings_.verify, settings_.repeat}};
        request.options.warmUp = settings_.measures;
        request.options.stageImages = settings_.explain || settings_.probe;
        request.options.probe = settings_.probe;
        request.options.histograms = false;
        request.tuning = settings_.tuning;
        return request;
    }

    ReportPtr runOnEngine(Engine& engine, const RunRequest& request, const RunMonitor& monitor) {
        const auto watch = [&](const RunProgress& progress) {
            monitor.progress(progress);
            const std::lock_guard lock(mutex_);
            progress_.show(progress);
        };
        const QuietStderr quiet(!context_.verbose);
        context_.checkStopped();
        return engine.run(request, {monitor.stop, watch});
    }

    /// The report, with the histograms if somebody wants them.
    ReportPtr runInPool(std::size_t i, RunRequest request) {
        const ReportPtr report = pool_->run(i, std::move(request));
        const bool isCounted = !settings_.report.empty() || !settings_.histogram.empty();
        return isCounted ? withHistograms(*report) : report;
    }

    /// `waitForTurn` returns when the earlier images have claimed their outputs.
    Finished runToFiles(std::size_t i, const std::function<void()>& waitForTurn) {
        const Job& job = settings_.jobs[i];
        const LoadedImage loaded = readAhead_.take(settings_, i);
        if (const std::string cut = floatRangeWarning(*loaded.image, settings_.stack, settings_.filters); !cut.empty())
            context_.warn(shownPath(job.input) + ": " + cut);
        RunRequest request = requestOf(loaded.image);
        ImageShape shape = request.image->shape();
        for (const Stage& stage : settings_.stack)
            if (stage.enabled) shape = outputShape(stage, shape, settings_.filters);
        const Destination to = fittingOutput(settings_, job, shape, loaded.format);
        if (to.path != job.output) {
            waitForTurn();
            claim(i, to.path);
        }
        Finished done{runInPool(i, std::move(request)), to.path, {}, {}, {}};
        EncodeOptions options = settings_.encoding;
        options.metadata = loaded.metadata;
        std::string warning;
        writeOutput(to.path, context_, [&] { warning = saveImage(*done.report->output, to.path, to.format, options); });
        if (!warning.empty()) context_.warn(warning);
        if (!job.difference.empty())
            writeOutput(job.difference, context_,
                        [&] { done.differenceNote = saveDifference(*done.report, job.difference, settings_.amplify); });
        done.explanations = explanationsOf(*done.report);
        if (journal_.isOn()) done.outputHash = fileHash(to.path);
        if (journal_.isOn() && !job.difference.empty()) done.differenceHash = fileHash(job.difference);
        return done;
    }

    void reportResult(const Job& job, const Finished& done) const {
        if (settings_.quiet) return;
        const std::string from = shownPath(job.input), to = shownPath(done.output);
        const std::vector<std::string> outputs{done.output, settings_.report, settings_.histogram, settings_.trace,
                                               settings_.jobs[0].difference};
        const Report& report = *done.report;
        if (!settings_.isBatch)
            return printUnlessStdoutUsed(outputs, reportText(report, from, to) + probesText(report, settings_.probe) +
                                                      done.differenceNote + explanationsText(done.explanations));
        printUnlessStdoutUsed(outputs, from + " -> " + to + "  " + threeDigits(report.gpuMs()) + " ms, " +
                                           verdictName(report.verdict()) + "\n" + done.differenceNote);
    }

    int reportMismatch(const Report& report, const std::string& input) const {
        for (const StageReport& stage : report.stages) {
            const Difference& d = stage.difference;
            if (d.verdict != Verdict::Mismatch && d.verdict != Verdict::ReferenceWaits &&
                d.verdict != Verdict::ReferenceFailed)
                continue;
            const std::string found = !stage.finding.empty() ? ": " + checkText(stage)
                                                             : " differs from its reference: " + mismatchText(d) +
                                                                   "; its tolerance is " + stage.tolerance.text();
            const int code = context_.report(Error(ErrorKind::Usage, shownPath(input) + ": " + stage.filter +
                                                                         " variant=" + stage.variant + " on " +
                                                                         report.device.name + found));
            return d.verdict == Verdict::Mismatch ? Differs : code;
        }
        return Success;
    }

    const JobSettings& settings_;
    CommandContext& context_;
    BatchJournal journal_;
    ResultFiles results_;
    ProgressLine progress_;
    std::optional<OrderedCompletions> order_;
    std::optional<DevicePool> pool_;
    std::shared_mutex memoryGate_;     ///< a job that needs all memory waits for the others
    std::atomic<std::size_t> next_{0}; ///< the next job to start
    std::atomic<int> code_{Success};
    std::mutex mutex_;                           ///< guards results_, progress_ and claimed_
    std::map<std::size_t, std::string> claimed_; ///< outputs with other suffixes than planned
    ReadAhead readAhead_;
};
} // namespace

int runJobs(const JobSettings& settings, CommandContext& context) { return Batch(settings, context).runAll(); }

} // namespace lightbench
