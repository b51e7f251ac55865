// Runs the stack once more for a pixel if one of its kernel files has the word lb_probe.
#include "ui/lab/probe_readout.h"

#include <QObject>
#include <QPoint>
#include <QTimer>

#include <algorithm>

#include "core/framework/probe_calls.h"
#include "ui/state/engine/latest_job.h"
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

class ProbeReadout : public QObject {
public:
    explicit ProbeReadout(const LabContext& lab, QObject* parent)
        : QObject(parent), lab_(lab), job_(lab.runs.engineThread()) {
        rest_.setSingleShot(true);
        rest_.setInterval(restMs);
        connect(&rest_, &QTimer::timeout, this, &ProbeReadout::run);
        connect(&lab.view, &ImageView::pixelHovered, this, &ProbeReadout::follow);
        connect(&lab.runs, &RunControl::reportShown, this, [this] { follow(pixel_); });
    }

private:
    void follow(QPoint pixel) {
        pixel_ = pixel;
        job_.stop();
        lab_.view.setProbes({});
        if (pixel.x() >= 0 && hasProbes(lab_.session))
            rest_.start();
        else
            rest_.stop();
    }

    void run() {
        const Session& session = lab_.session;
        if (!session.image() || !session.device() || !lab_.results.isCurrent()) return;
        const RunOptions options{.stageImages = false, .histograms = false, .probe = Point{pixel_.x(), pixel_.y()}};
        job_.start(
            Lane::Experiment,
            [request = session.runRequest(options)](Engine& engine, const JobControl& control) {
                return engine.run(request, control.monitor());
            },
            [this](const ReportPtr& report) { show(*report); },
            [this](const QString& why) {
                if (!why.isEmpty()) lab_.view.setProbes(tr("probe: %1").arg(why));
            });
    }

    /// One line for each call, with all its values: a kernel may run once for each channel, and a probe may be in a
    /// loop.
    void show(const Report& report) {
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

    const LabContext& lab_;
    QPoint pixel_{-1, -1};
    QTimer rest_; ///< runs once the cursor rests
    LatestJob job_;
};

} // namespace

void showProbes(const LabContext& lab, QObject* parent) { new ProbeReadout(lab, parent); }

} // namespace lightbench
