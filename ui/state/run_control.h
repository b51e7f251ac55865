// When stacks run and on which device: after every change while Live is on, as a measurement when the user asks; and
// what becomes of each run. It hands the outcome to Results and tells the Log.
#pragma once

#include <QObject>
#include <QTimer>

#include "ui/state/results.h"
#include "ui/state/runner.h"

namespace lightbench {

class Messages;
class RunSettings;

class RunControl : public QObject {
    Q_OBJECT

public:
    /// The factory is called on the engine's thread. What is referred to must outlive this.
    RunControl(EngineFactory factory, Session& session, Results& results, const RunSettings& settings,
               Messages& messages);

    /// Runs the stack once the present event is handled; changes until then are one run.
    void runSoon() { soon_.start(0); }
    void runNow();
    /// One warm-up, then seven repeats.
    void measure();
    void cancel() { runner_.cancel(); }
    bool isBusy() const { return runner_.isBusy(); }
    bool isAboutToRun() const { return soon_.isActive(); }
    /// Nothing is running, waiting, about to be submitted, or being read.
    bool isIdle() const { return !isBusy() && !isAboutToRun() && results_.activity() != Activity::Reading; }
    const RunnerCounts& counts() const { return runner_.counts(); }
    /// For what else is wanted of the engine, such as an experiment's points.
    EngineThread& engineThread() { return thread_; }

    /// Null until they are known.
    const DeviceList* devices() const { return devices_ ? &*devices_ : nullptr; }
    /// `index` is a DeviceInfo::index; one that is not there: none.
    void useDevice(int index);
    /// Says so where there is no device, or no GPU.
    void noticeDevices();
    /// The user has read the hint on it: once is enough.
    void hintRead() const;

signals:
    void devicesFound(const lightbench::DeviceList& devices, int chosen);
    void reportShown(lightbench::ReportPtr report);
    void ended(lightbench::ReportPtr report); ///< nothing more follows for that run; reportShown() follows
    /// True once a run lasts long enough to be worth a button, false at its end.
    void lasting(bool lasts);

private:
    void connectRunner();
    void onDevices(const DeviceList& list);
    void settingsChanged();
    RunRequest request(const RunOptions& options) const;
    void submit(const RunOptions& options, bool thenCheck, bool measures);
    void onReport(quint64 number, const ReportPtr& report, bool last);
    void onFailure(quint64 number, const RunFailure& failure);
    void onCancelled();
    void endRunning();

    Session& session_;
    Results& results_;
    const RunSettings& settings_;
    Messages& messages_;
    std::optional<DeviceList> devices_;
    QTimer soon_;         ///< gathers the changes of one turn of the event loop
    QTimer lastingSoon_;  ///< quick runs do not make a button flicker
    quint64 errorAt_ = 0; ///< the newest request when an error was shown: what ran before says nothing of it
    EngineThread thread_;
    Runner runner_{thread_};
};

} // namespace lightbench
