// How what is known of the stack is shown: the report in its panels, the picture, and the state of it all.
#include <algorithm>

#include "core/device/device_label.h"
#include "ui/bars/status_line.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/difference_panel.h"
#include "ui/panels/histogram_panel.h"
#include "ui/panels/timing_table.h"

namespace lightbench {

namespace {

QString activityText(Activity activity) {
    switch (activity) {
    case Activity::Reading: return LabWindow::tr("reading");
    case Activity::Running: return LabWindow::tr("running");
    case Activity::Measuring: return LabWindow::tr("measuring");
    case Activity::Checking: return LabWindow::tr("checking");
    case Activity::None: break;
    }
    return {};
}

/// What is true of the results while nothing is at work.
std::pair<StatusLine::State, QString> restingState(const Results& results) {
    if (results.outcome() == Outcome::Failed) return {StatusLine::Bad, LabWindow::tr("failed")};
    if (results.isCurrent()) return {StatusLine::Good, LabWindow::tr("up to date")};
    if (results.outcome() == Outcome::Cancelled) return {StatusLine::Idle, LabWindow::tr("cancelled")};
    if (results.isStale()) return {StatusLine::Idle, LabWindow::tr("settings changed")};
    return {StatusLine::Good, LabWindow::tr("ready")};
}

} // namespace

void LabWindow::showState() {
    if (results_.activity() != Activity::None)
        return status_->setState(StatusLine::Busy, activityText(results_.activity()));
    status_->setActivity({});
    if (!devicesKnown_) return status_->setState(StatusLine::Idle, tr("looking for devices"));
    if (!session_.device()) return status_->setState(StatusLine::Bad, tr("no device"));
    const auto [state, text] = restingState(results_);
    status_->setState(state, text);
}

void LabWindow::showResults() {
    difference_->setStale(results_.isStale());
    difference_->setChecking(results_.activity() == Activity::Checking);
    timings_->timings()->setStale(results_.isStale());
    view_->setBusy(results_.activity() != Activity::None);
    showStageImage();
    showState();
    writePending();
}

void LabWindow::showReport() {
    const ReportPtr& report = results_.report();
    const bool isShown = report && std::ranges::any_of(report->stages, [this](const StageReport& stage) {
                             return stage.stackIndex == difference_->source();
                         });
    if (!sourceChosen_ || (difference_->source() >= 0 && !isShown)) // a stage's own difference: not blamed on the next
        difference_->setSource(report && !report->stages.empty() ? report->stages.back().stackIndex : -1);
    difference_->setReport(report);
    timings_->setReport(report);
    if (!report) histogram_->showResult(nullptr, nullptr, nullptr);
    actions_.exportImage->setEnabled(report && report->output);
    actions_.exportReport->setEnabled(report != nullptr);
    if (report) status_->setDeviceMemory(report->deviceBytes, report->device.globalMemory);
}

void LabWindow::showStageImage() {
    const ReportPtr& report = results_.report();
    if (!report) return;
    // While something newer is on its way the picture is about to follow, and words would only flicker.
    const bool isLeft = results_.isStale() && results_.activity() == Activity::None && !liveSoon_.isActive();
    const QString left = isLeft ? tr(" · of the last run") : QString();
    const int total = int(report->stack.size());
    const auto stage = std::ranges::find(report->stages, difference_->source(), &StageReport::stackIndex);
    if (difference_->source() < 0 || stage == report->stages.end() || !stage->outputImage) {
        const int shown = report->stages.empty() ? 0 : report->stages.back().stackIndex + 1;
        view_->setAfter(report->output,
                        (shown ? tr("stage %1 of %2").arg(shown).arg(total) : tr("empty stack")) + left);
        view_->setReference(report->endToEndReference);
        // A picture comes without histograms: those before stay until its own are there.
        if (report->inputHistogram)
            histogram_->showResult(report->inputHistogram, report->output, report->outputHistogram);
        return;
    }
    view_->setAfter(stage->outputImage, tr("stage %1 of %2").arg(stage->stackIndex + 1).arg(total) + left);
    view_->setReference(stage->referenceImage);
    // The histogram is of the picture that is shown, not of the stack's end.
    const bool isEnd = stage->outputImage == report->output;
    if (report->inputHistogram)
        histogram_->showResult(report->inputHistogram, stage->outputImage, isEnd ? report->outputHistogram : nullptr);
}

void LabWindow::logReport(const Report& report) {
    QStringList details;
    for (const StageReport& stage : report.stages)
        details << tr("%1 %2, variant %3, workgroup %4: %5 (%6)")
                       .arg(stage.stackIndex + 1)
                       .arg(QString::fromStdString(stage.filter), QString::fromStdString(stage.variant),
                            QString::fromStdString(workgroupText(stage.workgroup)), timeText(stage.gpuMs),
                            verdictText(stage.difference));
    details << partsText(report);
    log_->add(LogKind::Info,
              tr("Ran in %1 on %2, stages: %3")
                  .arg(timeText(report.wallMs), QString::fromStdString(deviceLabel(report.device)))
                  .arg(report.stages.size()),
              details.join('\n'));
    for (const std::string& warning : report.warnings)
        log_->add(LogKind::Warning, QString::fromStdString(warning));
    if (report.verdict() == Verdict::Mismatch)
        log_->add(LogKind::Warning,
                  tr("A stage differs from its reference beyond its tolerance; Difference shows where"));
}

} // namespace lightbench
