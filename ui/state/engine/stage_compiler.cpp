// Submits one job to the experiment lane.
#include "ui/state/engine/stage_compiler.h"

#include <utility>

namespace lightbench {

StageCompiler::StageCompiler(EngineThread& thread, QObject* parent) : QObject(parent), thread_(thread) {}

StageCompiler::~StageCompiler() { stop(); }

void StageCompiler::compile(CompileRequest request) {
    stop();
    const auto programs = std::make_shared<std::vector<CompiledProgram>>();
    const TicketPtr ticket =
        thread_.submit(Lane::Experiment, [=, request = std::move(request)](Engine& engine, const JobControl& control) {
            *programs = engine.compile(request, control.stop());
        });
    ticket_ = ticket;
    connect(ticket.get(), &Ticket::finished, this, [this, ticket, programs] {
        if (ticket != ticket_) return;
        ticket_ = nullptr;
        emit compiled(*programs);
        emit changed();
    });
    connect(ticket.get(), &Ticket::failed, this, [this, ticket](const JobFailure& failure) {
        if (ticket != ticket_) return;
        ticket_ = nullptr;
        if (failure.kind != ErrorKind::Cancelled) emit failed(failure.message);
        emit changed();
    });
    emit changed();
}

void StageCompiler::stop() {
    const TicketPtr ticket = std::exchange(ticket_, nullptr);
    if (ticket && !thread_.drop(ticket)) ticket->stop();
}

} // namespace lightbench
