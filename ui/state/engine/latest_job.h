// A job on the engine's thread whose result is wanted, such as the programs of a stage. A newer one takes its place.
// Panels and the probe's readout own one each; LatestTask does the same without an engine.
#pragma once

#include <QString>

#include <memory>
#include <type_traits>
#include <utility>

#include "ui/state/engine/engine_thread.h"

namespace lightbench {

/// Its functions are called on its owner's thread, which also gets the result. A job that was replaced or stopped
/// reports nothing.
class LatestJob {
public:
    /// The thread must outlive this object.
    explicit LatestJob(EngineThread& thread) : thread_(thread) {}
    ~LatestJob() { stop(); }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    /// Submits a job. `finish` gets what `work` returns, or `fail` one line that says why it threw; the line is empty
    /// if others cancelled the lane.
    template <class Work, class Finish, class Fail> TicketPtr start(Lane lane, Work work, Finish finish, Fail fail) {
        using Result = std::invoke_result_t<Work&, Engine&, const JobControl&>;
        stop();
        const auto result = std::make_shared<Result>();
        ticket_ = thread_.submit(lane, [result, work = std::move(work)](Engine& engine, const JobControl& control) {
            *result = work(engine, control);
        });
        Ticket* ticket = ticket_.get();
        QObject::connect(ticket, &Ticket::finished, ticket, [this, result, finish = std::move(finish)] {
            ticket_.reset();
            finish(*result);
        });
        QObject::connect(ticket, &Ticket::failed, ticket, [this, fail = std::move(fail)](const Error& error) {
            ticket_.reset();
            fail(error.kind() == ErrorKind::Cancelled ? QString() : QString::fromUtf8(error.what()));
        });
        return ticket_;
    }
    /// Returns true if there was a job to stop.
    bool stop() {
        const TicketPtr ticket = std::exchange(ticket_, nullptr);
        if (!ticket) return false;
        ticket->disconnect();
        if (!thread_.drop(ticket)) ticket->stop();
        return true;
    }
    bool isRunning() const { return ticket_ != nullptr; }

private:
    EngineThread& thread_;
    TicketPtr ticket_; ///< null: no job
};

} // namespace lightbench
