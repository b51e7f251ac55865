// Runs the stack once more for a pixel if one of its kernel files has the word lb_probe.
#include "ui/lab/probe_readout.h"

#include <algorithm>
#include <utility>

#include "core/framework/probe_calls.h"
#include "ui/state/engine/run_control.h"
#include "ui/theme/theme.h"
#include "ui/view/image_view.h"

namespace lightbench {

namespace {
constexpr int restMs = 80;

bool hasProbes(const Session& session) {
    return std::ranges::any_of(session.stack(), [&](const Stage& stage) {
        const FilterDefinition* definition =
            stage.enabled ? session.filters().definition(definitionIdOf(stage)) : nullptr;
        if (!definition) return false;
        return mayHaveProbes(definition->text) || std::ranges::any_of(definition->headers, [](const auto& header) {
                   return mayHaveProbes(header.second);
               });
    });
}
} // namespace

ProbeReadout::ProbeReadout(const LabContext& lab, QObject* parent) : QObject(parent), lab_(lab) {
    rest_.setSingleShot(true);
    rest_.setInterval(restMs);
    connect(&rest_, &QTimer::timeout, this, &ProbeReadout::run);
    connect(&lab.view, &ImageView::pixelHovered, this, &ProbeReadout::follow);
    connect(&lab.runs, &RunControl::reportShown, this, [this] { follow(pixel_); });
}

ProbeReadout::~ProbeReadout() { stop(); }

void ProbeReadout::follow(QPoint pixel) {
    pixel_ = pixel;
    stop();
    lab_.view.setProbes({});
    if (pixel.x() >= 0 && hasProbes(lab_.session))
        rest_.start();
    else
        rest_.stop();
}

void ProbeReadout::run() {
    const Session& session = lab_.session;
    if (!session.image() || !session.device() || !lab_.results.isCurrent()) return;
    RunRequest request{{session.image(), session.stack(), session.device()->index, session.filters()},
                       {.stageImages = false, .histograms = false}};
    request.options.probe = Point{pixel_.x(), pixel_.y()};
    request.tuning = session.tuning().database;
    const auto found = std::make_shared<ReportPtr>();
    const TicketPtr ticket = lab_.runs.engineThread().submit(
        Lane::Experiment, [found, request = std::move(request)](Engine& engine, const JobControl& control) {
            *found = engine.run(request, control.monitor());
        });
    ticket_ = ticket;
    connect(ticket.get(), &Ticket::finished, this, [this, ticket, found] {
        if (ticket != ticket_) return;
        ticket_ = nullptr;
        show(**found);
    });
    connect(ticket.get(), &Ticket::failed, this, [this, ticket](const JobFailure& failure) {
        if (ticket != ticket_) return;
        ticket_ = nullptr;
        if (failure.kind != ErrorKind::Cancelled) lab_.view.setProbes(tr("probe: %1").arg(failure.message));
    });
}

void ProbeReadout::stop() {
    const TicketPtr ticket = std::exchange(ticket_, nullptr);
    if (ticket && !lab_.runs.engineThread().drop(ticket)) ticket->stop();
}

/// One line for each call, with all its values: a kernel may run once for each channel, and a probe may be in a loop.
void ProbeReadout::show(const Report& report) {
    QStringList names, lines;
    for (const StageReport& stage : report.stages)
        for (const ProbedValue& probe : stage.probes) {
            const QString name = tr("%1, line %2").arg(words(probe.name)).arg(probe.line);
            if (!names.contains(name)) names << name, lines << QString();
            QString& values = lines[names.indexOf(name)];
            values += (values.isEmpty() ? QString() : QStringLiteral("; ")) + words(probe.value);
        }
    for (qsizetype i = 0; i < lines.size(); ++i)
        lines[i] = tr("probe: %1 (%2)").arg(lines[i], names[i]);
    lab_.view.setProbes(lines.isEmpty() ? tr("probe: no value for this pixel") : lines.join('\n'));
}

} // namespace lightbench
