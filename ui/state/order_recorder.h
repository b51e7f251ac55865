// Records the order in which a stage finishes its pixels, on the engine's thread: one run of the stack whose result is
// kept apart from the results of the window, since its times are those of a kernel that records.
#pragma once

#include <QObject>

#include "ui/state/engine_thread.h"

namespace lightbench {

class OrderRecorder : public QObject {
    Q_OBJECT

public:
    /// The thread must outlive it.
    explicit OrderRecorder(EngineThread& thread, QObject* parent = nullptr);
    /// Asks the run to stop and waits for it (at most one kernel).
    ~OrderRecorder() override;

    /// Records that stage, by its index in the stack. Takes the place of what is being recorded.
    void record(RunRequest request, int stage);
    void stop();

    bool isRunning() const { return ticket_ != nullptr; }
    /// Of the newest run that ended well, with Report::recording; null: none has.
    const ReportPtr& report() const { return report_; }
    const QString& error() const { return error_; } ///< why the newest did not end well; empty if it did or was stopped
    const QString& activity() const { return activity_; } ///< what is at work, such as "building gaussian"

signals:
    void changed();

private:
    void take(const TicketPtr& ticket, const ReportPtr& report);
    void fail(const TicketPtr& ticket, const JobFailure& failure);

    EngineThread& thread_;
    TicketPtr ticket_; ///< of the run at work; null: none is
    ReportPtr report_;
    QString error_, activity_;
};

} // namespace lightbench
