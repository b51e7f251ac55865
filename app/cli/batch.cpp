// Runs images through a stack, several at a time. Each thread reads the next image, waits until a device of the pool
// has run it, and writes its files. Messages, reports and rows of the journal follow in the order of the inputs.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <future>
#include <latch>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <utility>

#include "app/cli/batch_journal.h"
#include "app/cli/device_pool.h"
#include "app/cli/report_table.h"
#include "app/cli/results.h"
#include "app/terminal/command_context.h"
#include "app/terminal/progress.h"
#include "core/base/input_file.h"
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

/// Jobs 0, 1, ... run on several threads and may end in any order. Their completions run in job order, one at a time.
class OrderedCompletions {
public:
    /// At most so many jobs may have begun without a completion, because their results take memory.
    void setWindow(std::size_t window) {
        const std::lock_guard lock(mutex_);
        window_ = window;
        advanced_.notify_all();
    }
    /// Waits until job `i` may begin. Every begin() needs an end().
    void begin(std::size_t i) {
        std::unique_lock lock(mutex_);
        advanced_.wait(lock, [&] { return i < completed_ + window_; });
    }
    /// Waits until the completions of all jobs before `i` have run.
    void waitForTurn(std::size_t i) {
        std::unique_lock lock(mutex_);
        advanced_.wait(lock, [&] { return completed_ == i; });
    }
    /// Calls `completion` once those of all jobs before `i` have run: now, or later on the thread that ends the last of
    /// those jobs. An exception from it reaches that thread; the job counts as completed.
    void end(std::size_t i, std::function<void()> completion) {
        const std::lock_guard lock(mutex_);
        pending_.emplace(i, std::move(completion));
        std::exception_ptr problem;
        while (const auto next = pending_.extract(completed_)) {
            try {
                next.mapped()();
            } catch (...) {
                if (!problem) problem = std::current_exception();
            }
            ++completed_;
            advanced_.notify_all();
        }
        if (problem) std::rethrow_exception(problem);
    }

private:
    std::mutex mutex_;
    std::condition_variable advanced_;
    std::map<std::size_t, std::function<void()>> pending_;
    std::size_t window_ = 1, completed_ = 0;
};

/// The outcome of an image whose files are written.
struct Finished {
    ReportPtr report;
    RunRow row;                 ///< for the journal; it has what is known of the files
    std::string differenceNote; ///< what the difference picture shows
    std::vector<StageExplanation> explanations{};
};

class JobRunner {
public:
    JobRunner(const JobSettings& settings, CommandContext& context)
        : settings_(settings), context_(context), journal_(settings, context), results_(settings),
          progress_(!settings.quiet) {}

    int runAll() {
        if (namesSeveral(settings_.device) && !settings_.isBatch)
            throw Error(ErrorKind::Usage, "--device " + shownText(settings_.device) +
                                              " shares out several images; give them, and a folder for -o");
        // An image may run on two devices. The worker of the slower one is ended at once.
        if (namesSeveral(settings_.device)) context_.worker.graceSeconds = 0.1;
        runImages();
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
        if (settings_.run.warmUp && settings_.isBatch) return 1;
        const std::size_t processors = std::max(1u, std::thread::hardware_concurrency());
        return std::clamp<std::size_t>(availableMemory() >> 30, 1, processors);
    }

    /// The first images are read while drivers list their devices, which takes longer. Each further device adds a
    /// thread, since threads wait while devices run images.
    void runImages() {
        std::vector<std::future<void>> threads; // an exception leaves after all have ended
        const auto addThreads = [&](std::size_t wanted) {
            while (threads.size() < std::min(wanted, settings_.jobs.size()))
                threads.push_back(std::async(std::launch::async, [this] { work(); }));
            return threads.size();
        };
        const std::size_t atOnce = imagesAtOnce();
        order_.setWindow(2 * atOnce);
        try {
            addThreads(atOnce);
            const std::vector<DeviceInfo> devices = context_.devicesNamed(settings_.device);
            folders_.make(settings_.outputFolder);
            folders_.make(settings_.differenceFolder);
            if (!settings_.shard.isUnsharded() && !settings_.quiet)
                print("shard " + settings_.shard.text() + ": " + std::to_string(settings_.jobs.size()) +
                      (settings_.jobs.size() == 1 ? " image\n" : " images\n"));
            makePool(devices);
            ready_.count_down();
            const std::size_t count = addThreads(atOnce + devices.size() - 1);
            order_.setWindow((devices.size() > 1 ? 4 : 2) * count); // how far images may run ahead of a slow one
        } catch (...) {
            code_ = Stopped;
            if (!pool_) ready_.count_down();
            throw;
        }
        for (std::future<void>& thread : threads)
            thread.get();
        pool_.reset(); // a second run of an image, which nobody needs, shows no progress among the last messages
    }

    /// Each device has its own engine.
    void makePool(const std::vector<DeviceInfo>& devices) {
        std::vector<PoolDevice> places;
        for (const DeviceInfo& device : devices) {
            if (!places.empty()) engines_.push_back(context_.newEngine());
            places.push_back({places.empty() ? &context_.engine() : engines_.back().get(), device});
        }
        pool_.emplace(places, settings_.jobs.size(), context_.stop(), std::bind_front(&JobRunner::runOnEngine, this),
                      [this](std::size_t i, const std::string& text) {
                          context_.warn(shownPath(settings_.jobs[i].input) + ": " + text);
                      });
    }

    /// The devices, as soon as they are known.
    DevicePool& pool() {
        ready_.wait();
        if (!pool_) throw Error(ErrorKind::Cancelled, "stopped"); // there is none, and runImages() says why
        return *pool_;
    }

    /// Takes the next image until there is none.
    void work() {
        while (code_ != Stopped) {
            const std::size_t i = next_++;
            if (i >= settings_.jobs.size()) return;
            order_.begin(i);
            const Job& job = settings_.jobs[i];
            {
                const std::lock_guard lock(mutex_);
                progress_.setFile(int(i), int(settings_.jobs.size()), std::string(fileName(job.input)));
            }
            const RunRow row = journal_.keyOf(job);
            std::function<int()> finish = attempt(i, row);
            ready_.wait(); // that there is no device comes before the result of any image
            if (pool_) pool_->withdraw(i);
            order_.end(i, [=, this, &job] { finishJob(job, row, finish); });
        }
    }

    /// Runs image `i` beside other images. Returns the rest of its work, which must wait until its turn and gives the
    /// exit code.
    std::function<int()> attempt(std::size_t i, const RunRow& row) {
        const Job& job = settings_.jobs[i];
        try {
            if (const auto known = journal_.find(row)) return [=, this, &job] { return reportKept(job, *known); };
            return [=, this, &job, done = runBesideOthers(i, row)] { return reportDone(job, done); };
        } catch (...) {
            return [problem = std::current_exception()]() -> int { std::rethrow_exception(problem); };
        }
    }

    /// If an image does not fit into memory beside others, it is run again alone.
    Finished runBesideOthers(std::size_t i, const RunRow& row) {
        try {
            std::shared_lock share(memoryGate_);
            return runToFiles(i, row, [&] { // gives up its share, because an earlier image may need all of it
                share.unlock();
                order_.waitForTurn(i);
                share.lock();
            });
        } catch (const Error& error) {
            if (error.reason != ErrorReason::TooLarge) throw;
        } catch (const std::bad_alloc&) {
        }
        order_.waitForTurn(i);
        const std::unique_lock share(memoryGate_);
        ImageMemory::releaseKept();
        return runToFiles(i, row, [] {});
    }

    /// A single input's error is thrown; with several, each is reported.
    void finishJob(const Job& job, const RunRow& row, const std::function<int()>& finish) {
        const std::lock_guard lock(mutex_);
        if (code_ == Stopped) return;
        progress_.clear();
        int code = Success;
        try {
            code = finish();
        } catch (const Error& error) {
            if (!settings_.isBatch) throw;
            code = reportFailure(job, row, error);
        } catch (const std::bad_alloc&) {
            if (!settings_.isBatch) throw;
            Error error(ErrorKind::Device, "there is not enough memory for " + shownPath(job.input));
            error.subject = shownInput(job.input);
            code = reportFailure(job, row, error);
        }
        code_ = std::max<int>(code_, code);
    }

    /// Images that the journal has are not run again. Their exit codes count again.
    int reportKept(const Job& job, const BatchJournal::Kept& known) {
        results_.add(known.parts);
        if (!settings_.quiet)
            print(shownPath(job.input) + " -> " + shownPath(known.row.output) + "  kept, done " + known.row.time +
                  "\n");
        return known.row.differs() ? Differs : Success;
    }

    int reportFailure(const Job& job, const RunRow& row, const Error& error) {
        const bool isCancelled = error.kind() == ErrorKind::Cancelled;
        if (!isCancelled) journal_.addFailure(row, error.what());
        results_.addFailure(job.input, error.what());
        const std::string files[] = {shownInput(job.input), shownPath(job.output), shownPath(job.difference)};
        const bool namesFile = job.input.empty() || std::ranges::find(files, error.subject) != std::end(files);
        return context_.printError(error, isCancelled || namesFile ? "" : shownPath(job.input) + ": ");
    }

    int reportDone(const Job& job, const Finished& done) {
        const ImageParts parts = results_.partsOf(*done.report, done.explanations, job.input, done.row.output);
        results_.add(parts);
        // Before anything is printed, because the reader may close the pipe.
        if (!settings_.isBatch) results_.write(context_);
        journal_.addResult(done.row, *done.report, parts);
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
        if (std::exchange(claimed_[i], output) != output) context_.claims().writes(output, "-o");
    }

    /// A thread of the pool calls it for the device that gets an image. The engine is a WorkerEngine.
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

    /// Reads an image, lets a device run it, and writes the result. With one device the pool is a queue.
    /// `waitForTurn` returns when the earlier images have claimed their outputs.
    Finished runToFiles(std::size_t i, RunRow row, const std::function<void()>& waitForTurn) {
        const Job& job = settings_.jobs[i];
        if (isInputStream(job.input)) pool(); // without a device nothing is taken from a stream
        const LoadedImage loaded = readInput(job.input, settings_.largeImages, context_);
        DevicePool& devices = pool();
        if (const std::string cut = floatRangeWarning(*loaded.image, settings_.stack, settings_.filters); !cut.empty())
            context_.warn(shownPath(job.input) + ": " + cut);
        ImageShape shape = loaded.image->shape();
        for (const Stage& stage : settings_.stack)
            if (stage.enabled) shape = outputShape(stage, shape, settings_.filters);
        const Destination to = fittingOutput(settings_, job, shape, loaded.format);
        if (to.path != job.output) {
            waitForTurn();
            claim(i, to.path);
        }
        Finished done{
            devices.run(i, {{loaded.image, settings_.stack, 0, settings_.filters}, settings_.run, settings_.tuning}),
            std::move(row),
            {}};
        if (!settings_.report.empty() || !settings_.histogram.empty()) done.report = withHistograms(*done.report);
        EncodeOptions options = settings_.encoding;
        options.metadata = loaded.metadata;
        std::string warning;
        writeOutput(to.path, context_, [&] { warning = saveImage(*done.report->output, to.path, to.format, options); });
        if (!warning.empty()) context_.warn(warning);
        if (!job.difference.empty())
            writeOutput(job.difference, context_,
                        [&] { done.differenceNote = saveDifference(*done.report, job.difference, settings_.amplify); });
        done.explanations = explanationsOf(*done.report);
        done.row.output = to.path;
        if (journal_.isOn()) done.row.outputHash = fileHash(to.path);
        if (journal_.isOn() && !job.difference.empty()) done.row.differenceHash = fileHash(job.difference);
        return done;
    }

    void reportResult(const Job& job, const Finished& done) const {
        if (settings_.quiet) return;
        const std::string from = shownPath(job.input), to = shownPath(done.row.output);
        const std::vector<std::string> outputs{done.row.output, settings_.report, settings_.histogram, settings_.trace,
                                               settings_.jobs[0].difference};
        const Report& report = *done.report;
        if (!settings_.isBatch)
            return printUnlessStdoutUsed(outputs, reportText(report, from, to) +
                                                      probesText(report, settings_.run.probe) + done.differenceNote +
                                                      explanationsText(done.explanations));
        printUnlessStdoutUsed(outputs, from + " -> " + to + "  " + threeDigits(report.gpuMs()) + " ms, " +
                                           verdictName(report.verdict()) + "\n" + done.differenceNote);
    }

    int reportMismatch(const Report& report, const std::string& input) const {
        for (const StageReport& stage : report.stages) {
            const Difference& d = stage.difference;
            if (d.verdict != Verdict::Mismatch && d.verdict != Verdict::ReferenceWaits &&
                d.verdict != Verdict::ReferenceFailed)
                continue;
            const std::string found = !stage.finding.empty() ? ": " + checkSummary(stage)
                                                             : " differs from its reference: " + mismatchText(d) +
                                                                   "; its tolerance is " + stage.tolerance.text();
            const int code = context_.printError(Error(ErrorKind::Usage, shownPath(input) + ": " + stage.filter +
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
    MadeFolders folders_;
    OrderedCompletions order_;
    std::latch ready_{1};              ///< until the devices are known, or cannot be
    std::shared_mutex memoryGate_;     ///< a job that needs all memory waits for the others
    std::atomic<std::size_t> next_{0}; ///< the next job to start
    std::atomic<int> code_{Success};
    std::mutex mutex_;                             ///< guards results_, progress_ and claimed_
    std::map<std::size_t, std::string> claimed_;   ///< outputs with other suffixes than planned
    std::vector<std::unique_ptr<Engine>> engines_; ///< of all devices but the first
    /// Of the devices, once `ready_`; none if they could not be listed. Last, so that its threads end first.
    std::optional<DevicePool> pool_;
};
} // namespace

int runJobs(const JobSettings& settings, CommandContext& context) { return JobRunner(settings, context).runAll(); }

} // namespace lightbench
