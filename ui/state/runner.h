// The live runs on the engine's thread, by the rule that the newest wins: at most one runs and one waits.
#pragma once

#include <QObject>
#include <QTimer>

#include "ui/state/engine_thread.h"

namespace lightbench {

/// A failed run as the window shows it.
struct RunFailure : JobFailure {
    Stack stack; ///< what was asked to run
};

/// What became of the requests so far.
struct RunnerCounts {
    int submitted = 0, started = 0, finished = 0, failed = 0, cancelled = 0;
    int replaced = 0; ///< never started, because a newer one came
    int stopped = 0;  ///< started, but stopped for a newer one
    int stale = 0;    ///< results thrown away because they were older than what is shown or cancelled
};

class Runner : public QObject {
    Q_OBJECT

public:
    /// The thread must outlive it.
    explicit Runner(EngineThread& thread, QObject* parent = nullptr);
    /// Asks the running request to stop and waits for it (at most one kernel).
    ~Runner() override;

    /// Replaces a waiting request. A running one that is outdated is stopped at once if it is another image's or its
    /// picture is shown already; else it may still finish if it is quick, so that something moves while a slider is
    /// dragged. The picture comes first, without histograms; these follow, then, with `thenCheck`, the verification of
    /// what was run, unless something newer waits.
    /// What a prompt run ran stand-ins for is run again by itself once its builds are there and nothing newer came.
    /// Returns the request's number; later requests have larger ones.
    quint64 submit(RunRequest request, bool thenCheck = false);
    /// Lets the engine build what this request will need, without running it. The newest one counts.
    void prepare(RunRequest request);
    /// Stops the running request and drops the waiting one.
    void cancel();
    bool isBusy() const { return newest_ != settled_; }
    const RunnerCounts& counts() const { return counts_; }

    /// How long an outdated run may still take to finish, in milliseconds since its start.
    static constexpr int patienceMs = 400;

signals:
    void started(quint64 number, bool checking);
    void progressed(quint64 number, const lightbench::RunProgress& progress);
    /// `last`: nothing more follows for this request.
    void finished(quint64 number, lightbench::ReportPtr report, bool last);
    void failed(quint64 number, const lightbench::RunFailure& failure);
    void cancelled(quint64 number);

private:
    struct Job {
        quint64 number = 0;
        RunRequest request;
        bool thenCheck = false;
    };
    // On the engine's thread.
    void runJob(const Job& job, Engine& engine, const JobControl& control);
    ReportPtr runOnce(const Job& job, const RunOptions& options, Engine& engine, const JobControl& control);
    ReportPtr withHistograms(const ReportPtr& shown, const std::stop_token& stop);
    void checkAfter(const Job& job, const ReportPtr& shown, Engine& engine, const JobControl& control);
    template <class F> void post(F f);
    // On the owner's thread.
    TicketPtr hand(const Job& job);
    void deliver(quint64 number, const ReportPtr& report, bool last);
    void onStarted(quint64 number, const ImagePtr& image, bool checking);
    void onFollowing(quint64 number);
    void onBuilt(quint64 number);
    void onFailed(quint64 number, const RunFailure& failure);
    void settle(quint64 number);
    void outdate(const RunRequest& request);
    void stopOutdated();
    void reportCancelled();

    EngineThread& thread_;
    ImagePtr histogramImage_; ///< the engine thread's: whose histogram is kept, since the input stays
    std::shared_ptr<const Histogram> inputHistogram_;

    // The owner's.
    quint64 newest_ = 0, settled_ = 0, cancelledUpTo_ = 0, shown_ = 0, cancelReported_ = 0;
    TicketPtr newestTicket_, outdatedTicket_, prepareTicket_; ///< the outdated one began before the newest came
    ImagePtr runningImage_;
    Job newestJob_;
    bool runningFollows_ = false; ///< the picture of the one at work is shown; histograms or a check are being made
    int stoppedInARow_ = 0;
    QTimer patience_;
    RunnerCounts counts_;
};

/// A checked report with the times of the run that it checked: a check reuses results, so its own times say nothing.
ReportPtr withTimesOf(const Report& measured, const Report& checked);

} // namespace lightbench
