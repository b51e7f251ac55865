// Decides when stacks run and on which device: after every change in live mode, or as a measurement on request.
// Commands and bars call it. It hands outcomes to Results and logs them; runs are executed on the engine's thread.
#pragma once

#include <QObject>
#include <QTimer>

#include <map>
#include <string>
#include <utility>

#include "ui/state/engine/runner.h"
#include "ui/state/engine/stall_watch.h"
#include "ui/state/session/results.h"

namespace lightbench {

class Messages;

class RunControl : public QObject {
    Q_OBJECT

public:
    /// The factory is called on the engine's thread. All references must outlive this object.
    RunControl(EngineFactory factory, Session& session, Results& results, Messages& messages);

    // The user's choices. They are kept between starts, and both are on at first.
    /// Run again whenever a setting changes.
    bool isLive() const { return live_; }
    void setLive(bool live);
    /// Compare the stages with their references (Results::isCheckOn).
    void setCheck(bool check);
    void readChoices();
    void keepChoices() const;

    /// Runs the stack after the current event; changes until then share one run.
    void runSoon() { soon_.start(0); }
    void runNow();
    /// Measures the stack with one warm-up and seven repeats.
    void measure();
    /// Runs this version of a kernel, although its trial took too long.
    void allow(const FilterDefinition& definition);
    void cancel() { runner_.cancel(); }
    /// Ends what runs now, and lets a newer run that waits for it begin.
    void endCurrentRun() { runner_.endRunning(); }
    bool isBusy() const { return runner_.isBusy(); }
    bool isAboutToRun() const { return soon_.isActive(); }
    /// True if nothing is running, waiting, about to be submitted, or being read.
    bool isIdle() const { return !isBusy() && !isAboutToRun() && results_.activity() != Activity::Reading; }
    const RunnerCounts& counts() const { return runner_.counts(); }
    /// The step that takes long, for StallWatch::wait(), and the newest step of the current run.
    StallWatch& stallWatch() { return stallWatch_; }
    /// The engine's thread, for other jobs such as an experiment's points.
    EngineThread& engineThread() { return thread_; }

    /// The devices; null until they are known.
    const DeviceList* devices() const { return devices_ ? &*devices_ : nullptr; }
    /// Selects a device by DeviceInfo::index; an unknown index selects none.
    void useDevice(int index);
    /// Tells the user if there is no device or no GPU.
    void warnIfNoGpu();
    /// Remembers that the user has read the notice about the device, so that it is shown only once.
    void noticeRead() const;

signals:
    void liveChanged();
    void devicesFound(const lightbench::DeviceList& devices, int chosen);
    void reportShown(lightbench::ReportPtr report);
    void ended(lightbench::ReportPtr report);           ///< the run is complete; reportShown() follows
    void failed(const lightbench::RunFailure& failure); ///< the cards or the banner show it already
    /// True once a run lasts long enough to show a cancel button, false at its end.
    void lasting(bool lasts);

private:
    void connectRunner();
    void onDevices(const DeviceList& list);
    void settingsChanged();
    NewKernels newKernels() const;
    void noteKernels(const Report& report);
    void refuseTrial(const RunFailure& failure);
    void submit(const RunOptions& options, bool thenCheck, bool measures);
    void watchBegin();
    void onReport(quint64 number, const ReportPtr& report, bool last);
    void onFailure(quint64 number, const RunFailure& failure);
    void onCancelled();
    void endRunning();

    Session& session_;
    Results& results_;
    Messages& messages_;
    bool live_ = false;
    std::optional<DeviceList> devices_;
    std::map<std::string, FilterDefinition> ran_;                       ///< the newest version of each that ran
    std::map<std::string, std::pair<FilterDefinition, Error>> refused_; ///< whose trial took too long
    QTimer soon_; ///< collects the changes of one turn of the event loop
    StallWatch stallWatch_;
    QTimer lastingSoon_;  ///< prevents a flickering button in short runs
    quint64 errorAt_ = 0; ///< the newest request when an error was shown; earlier runs do not clear it
    EngineThread thread_;
    Runner runner_{thread_};
};

/// A stage's error without its start, such as "gaussian variant=two-pass on DEVICE: ...", which the card shows already.
QString messageInCard(const QString& message, const std::string& filter);

} // namespace lightbench
