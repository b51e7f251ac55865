// Runs stacks on the one thread that owns the engine, so that the window never waits. The newest request wins: at most
// one runs and one waits.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/base/error.h"
#include "core/run/engine.h"

namespace lightbench {

/// A failed run as the window shows it; see core/base/error.h for the fields.
struct RunFailure {
    QString message, details;
    int stage = -1;
    QString field;
    ErrorKind kind = ErrorKind::Device;
    Stack stack; ///< what was asked to run
};

/// What became of the requests so far.
struct RunnerCounts {
    int submitted = 0, started = 0, finished = 0, failed = 0, cancelled = 0;
    int replaced = 0; ///< never started, because a newer one came
    int stopped = 0;  ///< started, but stopped for a newer one
    int stale = 0;    ///< results thrown away because they were older than what is shown or cancelled
};

using EngineFactory = std::function<std::unique_ptr<Engine>()>;

class Runner : public QObject {
    Q_OBJECT

public:
    /// Starts the thread; the engine is made, used and destroyed there.
    explicit Runner(EngineFactory factory, QObject* parent = nullptr);
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
    void devicesFound(const lightbench::DeviceList& devices);
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
    // On the worker thread.
    void work(const std::stop_token& stop);
    void findDevices();
    bool waitForJob(Job& job, const std::stop_token& stop);
    void runJob(const Job& job);
    void prepareWaiting();
    ReportPtr runOnce(const Job& job, const RunOptions& options, bool checking);
    ReportPtr withHistograms(const Job& job, const ReportPtr& shown);
    void checkAfter(const Job& job, const ReportPtr& shown);
    bool somethingNewer();
    void waitForRest();
    RunMonitor monitorFor(const Job& job);
    template <class F> void post(F f);
    void postFailure(const Job& job, const RunFailure& failure);
    // On the owner's thread.
    void deliver(quint64 number, const ReportPtr& report, bool last);
    void onStarted(quint64 number, bool checking);
    void onFollowing(quint64 number);
    void onBuilt(quint64 number);
    void onFailed(quint64 number, const RunFailure& failure);
    void settle(quint64 number);
    void outdate(const RunRequest& request);
    void stopRunning();
    void reportCancelled();

    EngineFactory factory_;
    std::unique_ptr<Engine> engine_; ///< the worker's
    ImagePtr histogramImage_;        ///< the worker's: whose histogram is kept, since the input stays
    std::shared_ptr<const Histogram> inputHistogram_;

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<Job> waiting_;          ///< guarded by mutex_
    std::optional<RunRequest> preparing_; ///< guarded by mutex_
    std::stop_source runningStop_;        ///< guarded by mutex_; of the job at work
    quint64 running_ = 0;                 ///< guarded by mutex_; 0: none

    // The owner's.
    quint64 newest_ = 0, settled_ = 0, cancelledUpTo_ = 0, shown_ = 0;
    quint64 stoppedFor_ = 0, cancelReported_ = 0;
    ImagePtr runningImage_;
    Job newestJob_;
    bool runningFollows_ = false; ///< the picture of the one at work is shown; histograms or a check are being made
    int stoppedInARow_ = 0;
    QTimer patience_;
    RunnerCounts counts_;
    std::jthread thread_; ///< last, so that it ends first
};

/// A checked report with the times of the run that it checked: a check reuses results, so its own times say nothing.
ReportPtr withTimesOf(const Report& measured, const Report& checked);

} // namespace lightbench
