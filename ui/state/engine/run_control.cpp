#include "ui/state/engine/run_control.h"

#include <QRegularExpression>
#include <QSettings>

#include <algorithm>

#include "core/device/device_label.h"
#include "ui/state/engine/kernel_trial.h"
#include "ui/state/session/messages.h"
#include "ui/texts/texts.h"

namespace lightbench {

namespace {

constexpr int measuredRepeats = 7;

/// The device of the last session if it still exists, else the largest.
int deviceToStartWith(const DeviceList& list) {
    const QString saved = QSettings().value(QStringLiteral("run/device")).toString();
    for (const DeviceInfo& device : list.devices)
        if (words(device.name) == saved) return device.index;
    return preferredDevice(list.devices);
}

} // namespace

QString messageInCard(const QString& message, const std::string& filter) {
    static const QRegularExpression place(QStringLiteral("^stage \\d+: "));
    const QString own = QString(message).remove(place);
    const qsizetype colon = own.indexOf(QStringLiteral(": "));
    return colon > 0 && own.startsWith(words(filter) + QChar(' ')) ? own.mid(colon + 2) : own;
}

RunControl::RunControl(EngineFactory factory, Session& session, Results& results, Messages& messages)
    : session_(session), results_(results), messages_(messages), thread_(std::move(factory)) {
    soon_.setSingleShot(true);
    lastingSoon_.setSingleShot(true);
    connect(&soon_, &QTimer::timeout, this, &RunControl::runNow);
    connect(&lastingSoon_, &QTimer::timeout, this, [this] { emit lasting(isBusy()); });
    connect(&session, &Session::stackChanged, this, &RunControl::settingsChanged);
    connect(&session, &Session::tuningChanged, this, &RunControl::settingsChanged);
    // A newly opened image always runs once.
    connect(&session, &Session::imageChanged, this, &RunControl::runSoon);
    connect(&messages, &Messages::errorShown, this, [this] { errorAt_ = quint64(runner_.counts().submitted); });
    connectRunner();
}

void RunControl::connectRunner() {
    connect(&thread_, &EngineThread::devicesFound, this, &RunControl::onDevices);
    connect(&runner_, &Runner::started, &results_, &Results::begin);
    connect(&runner_, &Runner::started, this, &RunControl::watchBegin);
    connect(&runner_, &Runner::progressed, &results_, [this](quint64, const RunProgress& progress) {
        if (session_.device()) stallWatch_.note(progress, words(deviceLabel(*session_.device())));
        results_.setProgress(progress);
    });
    connect(&runner_, &Runner::finished, this, &RunControl::onReport);
    connect(&runner_, &Runner::failed, this, &RunControl::onFailure);
    connect(&runner_, &Runner::cancelled, this, &RunControl::onCancelled);
}

void RunControl::onDevices(const DeviceList& list) {
    devices_ = list;
    const int chosen = deviceToStartWith(list);
    emit devicesFound(list, chosen);
    for (const std::string& warning : list.warnings)
        messages_.log(LogKind::Warning, words(warning));
    for (const DeviceInfo& one : list.devices)
        messages_.info(tr("Device %1: %2, %3, compute units: %4")
                           .arg(one.index)
                           .arg(words(one.name), words(one.platform))
                           .arg(one.computeUnits));
    useDevice(chosen);
    warnIfNoGpu();
}

void RunControl::warnIfNoGpu() {
    if (devices_->devices.empty()) {
        const QString why = devices_->warnings.empty() ? "" : words(devices_->warnings.back());
        if (!why.isEmpty()) return messages_.showError(capitalised(why));
        return messages_.showError(tr("No OpenCL device was found. Install a driver and start again: pocl-opencl-icd "
                                      "runs on any CPU, and the vendor of a GPU has a driver for it."));
    }
    const bool gpu = std::ranges::any_of(devices_->devices, [](const auto& d) { return d.type == DeviceType::Gpu; });
    if (gpu || QSettings().value(QStringLiteral("hints/noGpu")).toBool()) return;
    messages_.showNotice(tr("No GPU was found: kernels run on the CPU, on %1. For a GPU install its vendor's OpenCL "
                            "driver (such as nvidia-opencl-icd, intel-opencl-icd or mesa-opencl-icd) and start again.")
                             .arg(words(deviceLabel(*session_.device()))));
}

void RunControl::noticeRead() const {
    if (devices_ && !devices_->devices.empty()) QSettings().setValue(QStringLiteral("hints/noGpu"), true);
}

void RunControl::useDevice(int index) {
    const bool changed = session_.device() && index != session_.device()->index;
    const auto found = std::ranges::find(devices_->devices, index, &DeviceInfo::index);
    const bool known = found != devices_->devices.end();
    session_.setDevice(known ? std::optional(*found) : std::nullopt);
    if (known && changed) QSettings().setValue(QStringLiteral("run/device"), words(found->name));
    settingsChanged();
}

void RunControl::setLive(bool live) {
    if (std::exchange(live_, live) == live) return;
    emit liveChanged();
    if (live) runSoon();
}

void RunControl::setCheck(bool check) {
    if (results_.isCheckOn() == check) return;
    results_.setCheckOn(check);
    if (check && live_) runSoon();
}

void RunControl::readChoices() {
    const QSettings settings;
    setLive(settings.value(QStringLiteral("run/live"), true).toBool());
    setCheck(settings.value(QStringLiteral("run/check"), true).toBool());
}

void RunControl::keepChoices() const {
    QSettings settings;
    settings.setValue(QStringLiteral("run/live"), live_);
    settings.setValue(QStringLiteral("run/check"), results_.isCheckOn());
}

void RunControl::settingsChanged() {
    if (live_)
        runSoon();
    else if (session_.image() && session_.device()) // builds programs ahead, so that Run starts faster
        runner_.buildAhead(session_.runRequest());
}

void RunControl::runNow() { submit({.reuse = true, .prompt = true}, results_.isCheckOn(), false); }

void RunControl::measure() {
    submit({.verify = results_.isCheckOn(), .repeat = measuredRepeats, .warmUp = true}, false, true);
}

void RunControl::submit(const RunOptions& options, bool thenCheck, bool measures) {
    soon_.stop();
    if (!session_.image() || !session_.device()) return;
    const bool isFirst = !isBusy();
    results_.ask(runner_.submit(session_.runRequest(options), thenCheck, newKernels()), measures);
    if (isFirst) watchBegin();
    if (!lastingSoon_.isActive()) lastingSoon_.start(250);
}

void RunControl::watchBegin() {
    if (session_.device()) stallWatch_.begin(words(deviceLabel(*session_.device())));
}

/// The user's kernels in the stack that never ran as they are now.
NewKernels RunControl::newKernels() const {
    NewKernels all;
    for (const Stage& stage : session_.stack()) {
        const std::string id = definitionIdOf(stage);
        const FilterDefinition* definition = session_.filters().definition(id);
        if (!definition || !stage.enabled) continue;
        const auto ran = ran_.find(id);
        if (ran != ran_.end() && ran->second == *definition) continue;
        const auto refused = refused_.find(id);
        if (refused != refused_.end() && refused->second.first == *definition) all.refusal = refused->second.second;
        all.definitions.push_back(id);
    }
    return all;
}

void RunControl::noteKernels(const Report& report) {
    for (const StageReport& stage : report.stages) {
        const std::string id = definitionIdOf(stage.filter, stage.variant);
        if (const FilterDefinition* definition = report.filters.definition(id))
            if (FilterDefinition& ran = ran_[id]; ran != *definition) ran = *definition;
    }
}

void RunControl::refuseTrial(const RunFailure& failure) {
    const std::string id = definitionIdOf(failure.stack[std::size_t(failure.stage)]);
    const FilterDefinition* definition = failure.filters.definition(id);
    if (!definition) return;
    refused_.insert_or_assign(id, std::pair<FilterDefinition, Error>(*definition, failure));
}

void RunControl::allow(const FilterDefinition& definition) {
    ran_[definition.id] = definition;
    refused_.erase(definition.id);
    runSoon();
}

void RunControl::endRunning() {
    if (isBusy()) return;
    results_.rest();
    stallWatch_.end();
    lastingSoon_.stop();
    emit lasting(false);
}

void RunControl::onReport(quint64 number, const ReportPtr& report, bool last) {
    if (report->input != session_.image()) return;
    if (number > errorAt_) messages_.clearError();
    results_.setReport(report);
    noteKernels(*report);
    if (last) emit ended(report);
    last ? endRunning() : stallWatch_.rest();
    emit reportShown(report);
}

/// Cards show errors of stages. An error that fits no current card is shown in the banner.
void RunControl::onFailure(quint64 number, const RunFailure& failure) {
    const QString message = words(failure.what());
    messages_.log(LogKind::Error, message, words(failure.details()));
    const bool isStage = failure.stage >= 0 && failure.stage < int(failure.stack.size());
    if (isStage && failure.reason == ErrorReason::TrialTooLong) refuseTrial(failure);
    const std::string filter = isStage ? failure.stack[std::size_t(failure.stage)].filter : std::string();
    results_.fail(number, {failure.stage, messageInCard(message, filter), words(failure.field)});
    if (results_.problem().stackIndex < 0) messages_.showError(message);
    endRunning();
    emit failed(failure);
}

void RunControl::onCancelled() {
    messages_.info(tr("Cancelled"));
    results_.cancel();
    endRunning();
}

} // namespace lightbench
