// Submits one job at a time to the experiment lane, so that live runs go first.
#include "ui/state/engine/order_recorder.h"

#include <utility>

namespace lightbench {

OrderRecorder::OrderRecorder(EngineThread& thread, QObject* parent) : QObject(parent), thread_(thread) {}

OrderRecorder::~OrderRecorder() { thread_.clear(Lane::Experiment); }

void OrderRecorder::record(RunRequest request, int stage) {
    stop();
    request.options = {.verify = true, .warmUp = true, .stageImages = false, .histograms = false, .record = stage};
    error_.clear();
    activity_.clear();
    const auto found = std::make_shared<ReportPtr>();
    const TicketPtr ticket = thread_.submit(
        Lane::Experiment, [found, request = std::move(request)](Engine& engine, const JobControl& control) {
            *found = engine.run(request, control.monitor());
        });
    ticket_ = ticket;
    connect(ticket.get(), &Ticket::finished, this, [this, ticket, found] { take(ticket, *found); });
    connect(ticket.get(), &Ticket::failed, this, [this, ticket](const JobFailure& why) { fail(ticket, why); });
    connect(ticket.get(), &Ticket::progressed, this, [this, ticket](const RunProgress& progress) {
        if (ticket != ticket_) return;
        activity_ = QString::fromStdString(progress.activity);
        emit changed();
    });
    emit changed();
}

void OrderRecorder::stop() {
    if (!ticket_) return;
    const TicketPtr ticket = std::exchange(ticket_, nullptr);
    if (!thread_.drop(ticket)) ticket->stop();
    emit changed();
}

void OrderRecorder::take(const TicketPtr& ticket, const ReportPtr& report) {
    if (ticket != ticket_) return;
    ticket_ = nullptr;
    report_ = report;
    emit changed();
}

void OrderRecorder::fail(const TicketPtr& ticket, const JobFailure& failure) {
    if (ticket != ticket_) return;
    ticket_ = nullptr;
    if (failure.kind != ErrorKind::Cancelled) error_ = failure.message;
    emit changed();
}

} // namespace lightbench
