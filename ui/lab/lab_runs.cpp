// When stacks run, and how what came back is shown.
#include <QSettings>

#include <algorithm>

#include "ui/lab/banner.h"
#include "ui/lab/lab_window.h"
#include "ui/lab/stage_form.h"
#include "ui/lab/status_line.h"
#include "ui/lab/timing_table.h"
#include "ui/lab/top_bar.h"
#include "ui/view/difference_panel.h"
#include "ui/view/histogram_panel.h"

namespace lightbench {

namespace {

/// The device of the last session if it is still there, else the first GPU, else the first device.
int preferredDevice(const DeviceList& list) {
    const QString saved = QSettings().value(QStringLiteral("run/device")).toString();
    for (const DeviceInfo& device : list.devices)
        if (QString::fromStdString(device.name) == saved) return device.index;
    for (const DeviceInfo& device : list.devices)
        if (device.type == DeviceType::Gpu) return device.index;
    return list.devices.empty() ? -1 : list.devices.front().index;
}

constexpr int measuredRepeats = 7;

/// A stage's error without the words that its card says already ("gaussian variant=two-pass on DEVICE: ...").
QString inCard(const QString& message, const std::string& filter) {
    const qsizetype colon = message.indexOf(QStringLiteral(": "));
    return colon > 0 && message.startsWith(QString::fromStdString(filter) + QChar(' ')) ? message.mid(colon + 2)
                                                                                        : message;
}

} // namespace

const DeviceInfo* LabWindow::device() const {
    const auto found = std::ranges::find(devices_.devices, deviceIndex_, &DeviceInfo::index);
    return found == devices_.devices.end() ? nullptr : &*found;
}

void LabWindow::onDevices(const DeviceList& list) {
    devices_ = list;
    devicesKnown_ = true;
    deviceIndex_ = preferredDevice(list);
    topBar_->setDevices(list, deviceIndex_);
    for (const std::string& warning : list.warnings)
        log_->add(LogKind::Warning, QString::fromStdString(warning));
    for (const DeviceInfo& one : list.devices)
        log_->add(LogKind::Info, tr("Device %1: %2, %3, compute units: %4")
                                     .arg(one.index)
                                     .arg(QString::fromStdString(one.name), QString::fromStdString(one.platform))
                                     .arg(one.computeUnits));
    status_->setState(list.devices.empty() ? StatusLine::Bad : StatusLine::Idle,
                      list.devices.empty() ? tr("no device") : tr("ready"));
    noticeDevices();
    useDevice(deviceIndex_);
}

void LabWindow::noticeDevices() {
    if (devices_.devices.empty())
        return banner_->showMessage(tr("No OpenCL device was found. Install a driver and start again: pocl-opencl-icd "
                                       "runs on any CPU, the GPU's vendor has one for the GPU."),
                                    true);
    const bool gpu = std::ranges::any_of(devices_.devices, [](const auto& d) { return d.type == DeviceType::Gpu; });
    if (gpu || QSettings().value(QStringLiteral("hints/noGpu")).toBool()) return;
    banner_->showMessage(tr("No GPU was found: kernels run on the CPU, on %1. For a GPU install its vendor's OpenCL "
                            "driver (such as nvidia-opencl-icd, intel-opencl-icd or mesa-opencl-icd) and start again.")
                             .arg(QString::fromStdString(devices_.devices.front().name)),
                         false);
}

void LabWindow::useDevice(int index) {
    const bool changed = index != deviceIndex_;
    deviceIndex_ = index;
    const DeviceInfo* chosen = device();
    stackPanel_->form()->setDevice(chosen ? std::optional(*chosen) : std::nullopt);
    if (chosen && changed) QSettings().setValue(QStringLiteral("run/device"), QString::fromStdString(chosen->name));
    actions_.run->setEnabled(chosen);
    settingsChanged();
}

void LabWindow::settingsChanged() {
    setStale(true);
    if (actions_.live->isChecked()) liveSoon_.start(0);
}

void LabWindow::setStale(bool stale) {
    if (!report_) return;
    difference_->setStale(stale);
    timings_->timings()->setStale(stale);
    if (stale && !runner_->isBusy()) status_->setState(StatusLine::Idle, tr("settings changed"));
}

void LabWindow::runLive() {
    RunOptions options;
    options.reuse = true;
    submit(options, actions_.check->isChecked());
}

void LabWindow::measure() {
    RunOptions options;
    options.verify = actions_.check->isChecked();
    options.warmUp = true;
    options.repeat = measuredRepeats;
    submit(options, false);
    measureNumber_ = session_.image() && device() ? runner_->counts().submitted : measureNumber_;
}

void LabWindow::submit(const RunOptions& options, bool thenCheck) {
    liveSoon_.stop();
    if (!session_.image() || !device()) return;
    runner_->submit({session_.image(), session_.stack(), deviceIndex_, options}, thenCheck);
    actions_.cancel->setEnabled(true);
    if (!cancelSoon_.isActive()) cancelSoon_.start(250); // quick runs do not make the button flicker
}

void LabWindow::onStarted(quint64 number, bool checking) {
    view_->setBusy(true);
    if (!checking) view_->setProgress(-1);
    difference_->setChecking(checking);
    const QString what = number == measureNumber_ ? tr("measuring") : tr("running");
    status_->setState(StatusLine::Busy, checking ? tr("checking") : what);
}

void LabWindow::onProgress(const RunProgress& progress) {
    view_->setProgress(progress.fraction);
    status_->setActivity(
        QStringLiteral("%1 · %2").arg(QString::fromStdString(progress.activity)).arg(int(100 * progress.fraction)) +
        thinSpace + QStringLiteral("%"));
}

void LabWindow::endRunning(const QString& state) {
    if (runner_->isBusy()) return;
    view_->setBusy(false);
    difference_->setChecking(false);
    status_->setActivity({});
    const bool noDevice = devicesKnown_ && devices_.devices.empty();
    status_->setState(noDevice ? StatusLine::Bad : StatusLine::Good, noDevice ? tr("no device") : state);
    actions_.cancel->setEnabled(false);
    cancelSoon_.stop();
    topBar_->setRunning(false);
}

void LabWindow::onReport(quint64, const ReportPtr& report, bool last) {
    if (report->input != session_.image()) return;
    report_ = report;
    banner_->clearError();
    session_.model()->clearErrors();
    session_.model()->setReport(*report);
    showReport(report);
    const bool current = report->stack == session_.stack();
    setStale(!current);
    if (last) logReport(*report);
    if (last) endRunning(current ? tr("up to date") : tr("settings changed"));
    emit reportShown(report);
}

void LabWindow::showReport(const ReportPtr& report) {
    const bool isShown = report && std::ranges::any_of(report->stages, [this](const StageReport& stage) {
                             return stage.stackIndex == difference_->source();
                         });
    if (!sourceChosen_ || (difference_->source() >= 0 && !isShown)) // a stage's own difference: not blamed on the next
        difference_->setSource(report && !report->stages.empty() ? report->stages.back().stackIndex : -1);
    difference_->setReport(report);
    timings_->setReport(report);
    histogram_->setHistograms(report ? report->inputHistogram : nullptr, report ? report->outputHistogram : nullptr,
                              report && report->output ? report->output->format() : Format{});
    actions_.exportImage->setEnabled(report && report->output);
    actions_.exportReport->setEnabled(report != nullptr);
    if (!report) return;
    status_->setDeviceMemory(report->deviceBytes, report->device.globalMemory);
    showStageImage();
}

void LabWindow::showStageImage() {
    if (!report_) return;
    const int total = int(session_.stack().size());
    const auto stage = std::ranges::find(report_->stages, difference_->source(), &StageReport::stackIndex);
    if (difference_->source() < 0 || stage == report_->stages.end() || !stage->outputImage) {
        const int shown = report_->stages.empty() ? 0 : report_->stages.back().stackIndex + 1;
        view_->setAfter(report_->output, shown ? tr("stage %1 of %2").arg(shown).arg(total) : tr("empty stack"));
        view_->setReference(report_->endToEndReference);
        return;
    }
    view_->setAfter(stage->outputImage, tr("stage %1 of %2").arg(stage->stackIndex + 1).arg(total));
    view_->setReference(stage->referenceImage);
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
                  .arg(timeText(report.wallMs), QString::fromStdString(report.device.name))
                  .arg(report.stages.size()),
              details.join('\n'));
    for (const std::string& warning : report.warnings)
        log_->add(LogKind::Warning, QString::fromStdString(warning));
    if (report.verdict() == Verdict::Mismatch)
        log_->add(LogKind::Warning,
                  tr("A stage differs from its reference beyond its tolerance; Difference shows where"));
}

void LabWindow::onFailure(const RunFailure& failure) {
    endRunning(tr("failed"));
    status_->setState(StatusLine::Bad, tr("failed"));
    log_->add(LogKind::Error, failure.message, failure.details);
    const bool sameStack = failure.stack == session_.stack();
    if (failure.stage >= 0 && sameStack)
        session_.model()->setError(
            failure.stage, inCard(failure.message, failure.stack[std::size_t(failure.stage)].filter), failure.field);
    else
        banner_->showMessage(failure.message, true);
    setStale(true);
}

void LabWindow::onCancelled() {
    endRunning(tr("cancelled"));
    status_->setState(StatusLine::Idle, tr("cancelled"));
    log_->add(LogKind::Info, tr("Cancelled"));
    setStale(true);
    if (!report_) return;
    status_->setState(StatusLine::Idle, tr("cancelled"));
}

} // namespace lightbench
