// Runs stacks for the live view on the engine's thread, so that the newest request wins: at most one runs and one
// waits. RunControl uses it. Signals arrive on the owner's thread.
#pragma once

#include <QObject>
#include <QTimer>

#include <optional>
#include <string>
#include <vector>

#include "ui/state/engine/engine_thread.h"

namespace lightbench {

struct RunFailure : Error {
    RunFailure(const Error& error, const Stack& of, const FilterCatalog& named)
        : Error(error), stack(of), filters(named) {}
    Stack stack;           ///< the requested stack
    FilterCatalog filters; ///< that it refers to
};

/// Filters of the user's kernels that never ran as they are now.
struct NewKernels {
    std::vector<std::string> definitions{};
    std::optional<Error> refusal{}; ///< why they are not tried, because their trial failed before
};

/// Counts of what happened to requests.
struct RunnerCounts {
    int submitted = 0, started = 0, finished = 0, failed = 0, cancelled = 0;
    int replaced = 0; ///< never started, because a newer one replaced it
    int stopped = 0;  ///< started, then stopped for a newer one
    int stale = 0;    ///< results discarded because they were cancelled, or older than the shown one
};

class Runner : public QObject {
    Q_OBJECT

public:
    /// The thread must outlive the runner.
    explicit Runner(EngineThread& thread, QObject* parent = nullptr);
    /// Asks the running request to stop and waits for it (at most one kernel).
    ~Runner() override;

    /// Submits a request and replaces a waiting one. An outdated running request is stopped at once if it is for
    /// another image or its picture is already shown; otherwise it may finish if it is quick, so that the picture moves
    /// while a slider is dragged. The picture comes first. Histograms follow, and with `thenCheck` the check of what
    /// ran, unless a newer request waits. If a prompt run used fallback variants, it runs again once its builds are
    /// ready and nothing newer came. Returns the request's number; later requests have larger ones.
    /// Kernels that never ran are tried first on a small part of the image.
    quint64 submit(RunRequest request, bool thenCheck = false, const NewKernels& untried = {});
    /// Lets the engine build what this request will need, without running it. Only the newest call counts.
    void buildAhead(RunRequest request);
    /// Stops the running request and drops the waiting one.
    void cancel();
    /// Ends the running request. A newer one that waits for it then runs.
    void endRunning();
    bool isBusy() const { return newest_ != settled_; }
    const RunnerCounts& counts() const { return counts_; }

    /// How long an outdated run may take in total, in milliseconds since its start.
    static constexpr int timeoutMs = 400;

signals:
    void started(quint64 number, bool checking);
    void progressed(quint64 number, const lightbench::RunProgress& progress);
    /// `last`: the request is complete.
    void finished(quint64 number, lightbench::ReportPtr report, bool last);
    void failed(quint64 number, const lightbench::RunFailure& failure);
    void cancelled(quint64 number);

private:
    enum class Phase { Trying, Running, Checking };
    struct Job {
        quint64 number = 0;
        RunRequest request;
        bool thenCheck = false;
        NewKernels untried{};
    };
    // These run on the engine's thread.
    void runJob(const Job& job, Engine& engine, const JobControl& control);
    ReportPtr runOnce(const Job& job, const RunOptions& options, Engine& engine, const JobControl& control);
    ReportPtr withHistograms(const ReportPtr& shown, const std::stop_token& stop);
    void checkAfter(const Job& job, const ReportPtr& shown, Engine& engine, const JobControl& control);
    template <class F> void post(F f);
    // These run on the owner's thread.
    TicketPtr hand(const Job& job);
    void deliver(quint64 number, const ReportPtr& report, bool last);
    void onStarted(quint64 number, const ImagePtr& image, Phase phase);
    void onBuilt(quint64 number);
    void onFailed(quint64 number, const RunFailure& failure);
    void settle(quint64 number);
    void outdate(const RunRequest& request);
    void stopOutdated();
    void reportCancelled();

    EngineThread& thread_;
    ImagePtr histogramImage_; ///< used by the engine's thread: the image of the kept histogram
    std::shared_ptr<const Histogram> inputHistogram_;

    // Used only by the owner's thread.
    quint64 newest_ = 0, settled_ = 0, cancelledUpTo_ = 0, shown_ = 0, cancelReported_ = 0;
    TicketPtr newestTicket_, outdatedTicket_,
        buildTicket_; ///< the outdated one started before the newest was submitted
    ImagePtr runningImage_;
    quint64 running_ = 0; ///< number of the request that started last
    Job newestJob_;
    bool runningFollows_ = false; ///< the running request's picture is shown; its histograms or check are in progress
    int stoppedInARow_ = 0;
    QTimer timeout_;
    RunnerCounts counts_;
};

/// A checked report with the times of the run that it checked. A check reuses results, so its own times mean nothing.
ReportPtr withTimesOf(const Report& measured, const Report& checked);

} // namespace lightbench
