#include "ui/state/engine/order_recorder.h"

#include <utility>

namespace lightbench {

void OrderRecorder::record(RunRequest request, int stage) {
    request.options = {.verify = true, .warmUp = true, .stageImages = false, .histograms = false, .record = stage};
    error_.clear();
    activity_.clear();
    const TicketPtr ticket = job_.start(
        Lane::Experiment,
        [request = std::move(request)](Engine& engine, const JobControl& control) {
            return engine.run(request, control.monitor());
        },
        [this](const ReportPtr& report) {
            report_ = report;
            emit changed();
        },
        [this](const QString& why) {
            error_ = why;
            emit changed();
        });
    connect(ticket.get(), &Ticket::progressed, this, [this](const RunProgress& progress) {
        activity_ = QString::fromStdString(progress.activity);
        emit changed();
    });
    emit changed();
}

void OrderRecorder::stop() {
    if (job_.stop()) emit changed();
}

} // namespace lightbench
