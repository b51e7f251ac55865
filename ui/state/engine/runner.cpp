#include "ui/state/engine/runner.h"

#include <algorithm>
#include <utility>

#include "core/base/parallel.h"
#include "ui/state/engine/kernel_trial.h"

namespace lightbench {

namespace {

/// A build may end between a run and its check; the check then runs the variant that was requested.
bool ranTheSame(const Report& shown, const Report& checked) {
    return std::ranges::equal(shown.stages, checked.stages, {}, &StageReport::fallbackFor, &StageReport::fallbackFor);
}

/// A check starts only after this pause, since the next slider move would stop it.
constexpr std::chrono::milliseconds restBeforeCheck{50};

} // namespace

ReportPtr withTimesOf(const Report& measured, const Report& checked) {
    auto report = std::make_shared<Report>(checked);
    copyFields(measured, *report, Timed);
    for (std::size_t i = 0; i < std::min(report->stages.size(), measured.stages.size()); ++i)
        copyFields(measured.stages[i], report->stages[i], Timed);
    for (const std::string& warning : measured.warnings)
        if (std::ranges::find(report->warnings, warning) == report->warnings.end()) report->warnings.push_back(warning);
    return report;
}

Runner::Runner(EngineThread& thread, QObject* parent) : QObject(parent), thread_(thread) {
    timeout_.setSingleShot(true);
    connect(&timeout_, &QTimer::timeout, this, [this] {
        // During a long drag every third run is completed, however slow, so that the picture changes.
        if (stoppedInARow_ < 2) stopOutdated();
    });
}

Runner::~Runner() {
    thread_.clear(Lane::Prepare);
    thread_.clear(Lane::Live);
}

quint64 Runner::submit(RunRequest request, bool thenCheck, const NewKernels& untried) {
    ++counts_.submitted;
    if (newestTicket_ && thread_.drop(newestTicket_))
        ++counts_.replaced;
    else
        outdatedTicket_ = newestTicket_;
    outdate(request);
    newestJob_ = Job{++newest_, std::move(request), thenCheck, untried};
    newestTicket_ = hand(newestJob_);
    return newest_;
}

TicketPtr Runner::hand(const Job& job) {
    const quint64 number = job.number;
    const TicketPtr ticket = thread_.submit(
        Lane::Live, [this, job](Engine& engine, const JobControl& control) { runJob(job, engine, control); });
    connect(ticket.get(), &Ticket::progressed, this,
            [this, number](const RunProgress& progress) { emit progressed(number, progress); });
    connect(ticket.get(), &Ticket::built, this, [this, number] { onBuilt(number); });
    connect(ticket.get(), &Ticket::failed, this,
            [this, number, stack = job.request.stack, filters = job.request.filters](const Error& error) {
                onFailed(number, {error, stack, filters});
            });
    return ticket;
}

void Runner::buildAhead(RunRequest request) {
    if (buildTicket_) thread_.drop(buildTicket_);
    buildTicket_ = thread_.submit(Lane::Prepare, [request = std::move(request)](Engine& engine, const JobControl&) {
        engine.buildAhead(request);
    });
}

void Runner::outdate(const RunRequest& request) {
    if (!runningImage_) return;
    if (runningFollows_ || runningImage_ != request.image)
        stopOutdated();
    else if (!timeout_.isActive())
        timeout_.start(timeoutMs);
}

/// Never stops the newest run. The engine's thread may have begun it before this thread was notified of the previous
/// end.
void Runner::stopOutdated() {
    if (outdatedTicket_) outdatedTicket_->outdate();
}

void Runner::cancel() {
    if (!isBusy()) return;
    cancelledUpTo_ = newest_;
    if (!thread_.cancel(Lane::Live)) reportCancelled(); // else the running job reports when it has stopped
}

void Runner::endRunning() {
    if (running_ < newest_ && outdatedTicket_)
        outdatedTicket_->stop();
    else
        cancel();
}

void Runner::reportCancelled() {
    settle(cancelledUpTo_);
    if (cancelReported_ == cancelledUpTo_) return;
    cancelReported_ = cancelledUpTo_;
    ++counts_.cancelled;
    emit cancelled(cancelledUpTo_);
}

// --- on the engine's thread ---

template <class F> void Runner::post(F f) { QMetaObject::invokeMethod(this, std::move(f), Qt::QueuedConnection); }

ReportPtr Runner::runOnce(const Job& job, const RunOptions& options, Engine& engine, const JobControl& control) {
    RunRequest request = job.request;
    request.options = options;
    const Phase phase = options.verify && job.thenCheck ? Phase::Checking : Phase::Running;
    post([this, number = job.number, image = request.image, phase] { onStarted(number, image, phase); });
    return engine.run(request, control.monitor());
}

void Runner::runJob(const Job& job, Engine& engine, const JobControl& control) {
    if (job.untried.refusal) throw *job.untried.refusal;
    if (!job.untried.definitions.empty()) {
        post([this, number = job.number, image = job.request.image] { onStarted(number, image, Phase::Trying); });
        tryKernels(job.request, job.untried.definitions, engine, control.monitor());
    }
    RunOptions options = job.request.options;
    if (job.thenCheck) options.verify = false;
    options.histograms = false;
    const ReportPtr picture = runOnce(job, options, engine, control);
    if (control.isSuperseded()) return post([this, number = job.number, picture] { deliver(number, picture, true); });
    post([this, number = job.number, picture] {
        deliver(number, picture, false);
        // The picture is shown, so the rest of the run is stopped for anything newer.
        runningFollows_ = true;
        if (newest_ > number) stopOutdated();
    });
    const ReportPtr report = withHistograms(picture, control.stop());
    const bool last = !job.thenCheck || control.isSuperseded();
    post([this, number = job.number, report, last] { deliver(number, report, last); });
    if (last) return;
    if (!control.rest(restBeforeCheck)) throw Error(ErrorKind::Cancelled, "outdated before its check");
    checkAfter(job, report, engine, control);
}

ReportPtr Runner::withHistograms(const ReportPtr& shown, const std::stop_token& stop) {
    const CancelScope scope(stop);
    if (histogramImage_ != shown->input) {
        inputHistogram_ = std::make_shared<const Histogram>(histogramOf(*shown->input));
        histogramImage_ = shown->input;
    }
    auto report = std::make_shared<Report>(*shown);
    report->inputHistogram = inputHistogram_;
    report->outputHistogram = shown->output == shown->input
                                  ? inputHistogram_
                                  : std::make_shared<const Histogram>(histogramOf(*shown->output));
    return report;
}

void Runner::checkAfter(const Job& job, const ReportPtr& shown, Engine& engine, const JobControl& control) {
    const RunOptions options{.verify = true, .reuse = true, .prompt = job.request.options.prompt, .histograms = false};
    const ReportPtr checked = runOnce(job, options, engine, control);
    auto report = std::make_shared<Report>(ranTheSame(*shown, *checked) ? *withTimesOf(*shown, *checked) : *checked);
    report->inputHistogram = shown->inputHistogram;
    report->outputHistogram = shown->outputHistogram;
    post([this, number = job.number, report] { deliver(number, report, true); });
}

// --- on the owner's thread ---

/// Anything newer stops a trial or a check.
void Runner::onStarted(quint64 number, const ImagePtr& image, Phase phase) {
    runningImage_ = image;
    running_ = number;
    if (phase == Phase::Running) ++counts_.started;
    runningFollows_ = phase != Phase::Running;
    if (newest_ > number) outdate(newestJob_.request); // it did not know of the run when it was submitted
    emit started(number, phase == Phase::Checking);
}

void Runner::onBuilt(quint64 number) {
    if (number != newest_ || number <= cancelledUpTo_) return;
    submit(newestJob_.request, newestJob_.thenCheck);
}

void Runner::settle(quint64 number) {
    settled_ = std::max(settled_, number);
    timeout_.stop();
    runningImage_.reset();
    runningFollows_ = false;
}

void Runner::deliver(quint64 number, const ReportPtr& report, bool last) {
    if (last) settle(number);
    if (number <= cancelledUpTo_ || number < shown_ || report->input != newestJob_.request.image) {
        ++counts_.stale;
        if (last && number <= cancelledUpTo_) reportCancelled();
        return;
    }
    shown_ = number;
    stoppedInARow_ = 0;
    if (last) ++counts_.finished;
    emit finished(number, report, last && number == newest_);
}

void Runner::onFailed(quint64 number, const RunFailure& failure) {
    const bool wasShown = runningFollows_;
    settle(number);
    if (number <= cancelledUpTo_) {
        reportCancelled();
    } else if (failure.kind() == ErrorKind::Cancelled) { // stopped for a newer run, which will report
        if (!wasShown) ++stoppedInARow_;
        ++counts_.stopped;
    } else {
        ++counts_.failed;
        emit failed(number, failure);
    }
}

} // namespace lightbench
