// When stacks run, on which device, and what became of it.
#include <QSettings>

#include <algorithm>

#include "core/device/device_label.h"
#include "ui/bars/banner.h"
#include "ui/bars/status_line.h"
#include "ui/bars/top_bar.h"
#include "ui/lab/lab_window.h"
#include "ui/panels/difference_panel.h"
#include "ui/panels/histogram_panel.h"
#include "ui/panels/stage_form.h"
#include "ui/panels/timing_table.h"

namespace lightbench {

namespace {

/// The device of the last session if it is still there, else the largest.
int deviceToStartWith(const DeviceList& list) {
    const QString saved = QSettings().value(QStringLiteral("run/device")).toString();
    for (const DeviceInfo& device : list.devices)
        if (QString::fromStdString(device.name) == saved) return device.index;
    return preferredDevice(list.devices);
}

constexpr int measuredRepeats = 7;

/// A stage's error without the words that its card says already ("gaussian variant=two-pass on DEVICE: ...").
QString inCard(const QString& message, const std::string& filter) {
    const qsizetype colon = message.indexOf(QStringLiteral(": "));
    return colon > 0 && message.startsWith(QString::fromStdString(filter) + QChar(' ')) ? message.mid(colon + 2)
                                                                                        : message;
}

} // namespace

void LabWindow::onDevices(const DeviceList& list) {
    devices_ = list;
    devicesKnown_ = true;
    const int chosen = deviceToStartWith(list);
    topBar_->setDevices(list, chosen);
    for (const std::string& warning : list.warnings)
        log_->add(LogKind::Warning, QString::fromStdString(warning));
    for (const DeviceInfo& one : list.devices)
        log_->add(LogKind::Info, tr("Device %1: %2, %3, compute units: %4")
                                     .arg(one.index)
                                     .arg(QString::fromStdString(one.name), QString::fromStdString(one.platform))
                                     .arg(one.computeUnits));
    useDevice(chosen);
    noticeDevices();
}

void LabWindow::noticeDevices() {
    if (devices_.devices.empty())
        return showError(tr("No OpenCL device was found. Install a driver and start again: pocl-opencl-icd runs on any "
                            "CPU, the GPU's vendor has one for the GPU."));
    const bool gpu = std::ranges::any_of(devices_.devices, [](const auto& d) { return d.type == DeviceType::Gpu; });
    if (gpu || QSettings().value(QStringLiteral("hints/noGpu")).toBool()) return;
    banner_->showHint(tr("No GPU was found: kernels run on the CPU, on %1. For a GPU install its vendor's OpenCL "
                         "driver (such as nvidia-opencl-icd, intel-opencl-icd or mesa-opencl-icd) and start again.")
                          .arg(QString::fromStdString(deviceLabel(*session_.device()))));
}

void LabWindow::useDevice(int index) {
    const bool changed = session_.device() && index != session_.device()->index;
    const auto found = std::ranges::find(devices_.devices, index, &DeviceInfo::index);
    const bool known = found != devices_.devices.end();
    session_.setDevice(known ? std::optional(*found) : std::nullopt);
    stackPanel_->form()->setDevice(known ? std::optional(*found) : std::nullopt);
    if (known && changed) QSettings().setValue(QStringLiteral("run/device"), QString::fromStdString(found->name));
    actions_.run->setEnabled(known);
    settingsChanged();
}

void LabWindow::settingsChanged() {
    if (actions_.live->isChecked())
        liveSoon_.start(0);
    else if (session_.image() && session_.device()) // so that Run finds its programs built
        runner_->prepare({session_.image(), session_.stack(), session_.device()->index, {}});
}

void LabWindow::runLive() {
    RunOptions options;
    options.reuse = true;
    options.prompt = true;
    submit(options, actions_.check->isChecked(), false);
}

void LabWindow::measure() {
    RunOptions options;
    options.verify = actions_.check->isChecked();
    options.warmUp = true;
    options.repeat = measuredRepeats;
    submit(options, false, true);
}

void LabWindow::submit(const RunOptions& options, bool thenCheck, bool measures) {
    liveSoon_.stop();
    if (!session_.image() || !session_.device()) return;
    const int device = session_.device()->index;
    results_.ask(runner_->submit({session_.image(), session_.stack(), device, options}, thenCheck), measures);
    actions_.cancel->setEnabled(true);
    if (!cancelSoon_.isActive()) cancelSoon_.start(250); // quick runs do not make the button flicker
}

void LabWindow::onProgress(const RunProgress& progress) {
    view_->setProgress(progress.fraction);
    status_->setActivity(
        QStringLiteral("%1 · %2").arg(QString::fromStdString(progress.activity)).arg(int(100 * progress.fraction)) +
        thinSpace + QStringLiteral("%"));
}

void LabWindow::endRunning() {
    if (runner_->isBusy()) return;
    results_.rest();
    actions_.cancel->setEnabled(false);
    cancelSoon_.stop();
    topBar_->setRunning(false);
}

void LabWindow::onReport(quint64 number, const ReportPtr& report, bool last) {
    if (report->input != session_.image()) return;
    if (number > errorAt_) banner_->clearError();
    results_.setReport(report);
    if (last) logReport(*report);
    if (last) endRunning();
    emit reportShown(report);
}

/// A failed stage says so in its card; what no card of now can say is said by the banner.
void LabWindow::onFailure(quint64 number, const RunFailure& failure) {
    log_->add(LogKind::Error, failure.message, failure.details);
    const bool isStage = failure.stage >= 0 && failure.stage < int(failure.stack.size());
    const std::string filter = isStage ? failure.stack[std::size_t(failure.stage)].filter : std::string();
    results_.fail(number, {failure.stage, inCard(failure.message, filter), failure.field});
    if (results_.problem().stage < 0) showError(failure.message);
    endRunning();
}

void LabWindow::onCancelled() {
    log_->add(LogKind::Info, tr("Cancelled"));
    results_.cancel();
    endRunning();
}

} // namespace lightbench
