// Records the order in which a stage finishes its pixels, in one run on the engine's thread. The Replay tab uses it.
// The result is separate from the window's results, because recording makes kernels slower.
#pragma once

#include <QObject>

#include "ui/state/engine/latest_job.h"

namespace lightbench {

class OrderRecorder : public QObject {
    Q_OBJECT

public:
    /// The thread must outlive the recorder.
    explicit OrderRecorder(EngineThread& thread, QObject* parent = nullptr) : QObject(parent), job_(thread) {}

    /// Records a stage, given by its index in the stack, and replaces a recording in progress.
    void record(RunRequest request, int stage);
    void stop();

    bool isRunning() const { return job_.isRunning(); }
    /// The report of the newest successful run, with Report::recording; null: none.
    const ReportPtr& report() const { return report_; }
    const QString& error() const { return error_; } ///< why the newest run failed; empty if it succeeded or was stopped
    const QString& activity() const { return activity_; } ///< the current step, such as "building gaussian"

signals:
    void changed();

private:
    LatestJob job_; ///< the current run
    ReportPtr report_;
    QString error_, activity_;
};

} // namespace lightbench
