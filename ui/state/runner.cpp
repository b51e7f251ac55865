// The worker thread and the rules by which newer requests replace older ones.
#include "ui/state/runner.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/parallel.h"
#include "core/base/thread_priority.h"

namespace lightbench {

namespace {

RunFailure failureOf(const std::exception& problem, const Stack& stack) {
    RunFailure failure;
    failure.message = QString::fromUtf8(problem.what());
    failure.stack = stack;
    if (const auto* error = dynamic_cast<const Error*>(&problem)) {
        failure.details = QString::fromStdString(error->details());
        failure.stage = error->stage;
        failure.field = QString::fromStdString(error->field);
        failure.kind = error->kind();
    }
    return failure;
}

/// Devices that are the host's own processors compete with the window for them. The threads that a driver or a
/// reference starts inherit this, so that the window stays quick; on a machine that does nothing else it costs nothing.
void yieldToWindow() { lowerThreadPriority(5); }

/// Lets at most one progress message in 30 ms through: the window cannot show more.
class Throttle {
public:
    bool pass() {
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds(30)) return false;
        last_ = now;
        return true;
    }

private:
    std::chrono::steady_clock::time_point last_{};
};

} // namespace

/// A build may come between a run and its check, which then runs what was meant.
static bool ranTheSame(const Report& shown, const Report& checked) {
    return std::ranges::equal(shown.stages, checked.stages, {}, &StageReport::standsInFor, &StageReport::standsInFor);
}

ReportPtr withTimesOf(const Report& measured, const Report& checked) {
    auto report = std::make_shared<Report>(checked);
    report->buildMs = measured.buildMs;
    report->uploadMs = measured.uploadMs;
    report->downloadMs = measured.downloadMs;
    report->queueMs = measured.queueMs;
    report->wallMs = measured.wallMs;
    report->wallSpreadMs = measured.wallSpreadMs;
    report->runs = measured.runs;
    report->repeats = measured.repeats;
    report->warmedUp = measured.warmedUp;
    for (std::size_t i = 0; i < std::min(report->stages.size(), measured.stages.size()); ++i) {
        report->stages[i].kernels = measured.stages[i].kernels;
        report->stages[i].gpuMs = measured.stages[i].gpuMs;
        report->stages[i].gpuSpreadMs = measured.stages[i].gpuSpreadMs;
        report->stages[i].reused = measured.stages[i].reused;
    }
    for (const std::string& warning : measured.warnings)
        if (std::ranges::find(report->warnings, warning) == report->warnings.end()) report->warnings.push_back(warning);
    return report;
}

Runner::Runner(EngineFactory factory, QObject* parent) : QObject(parent), factory_(std::move(factory)) {
    patience_.setSingleShot(true);
    connect(&patience_, &QTimer::timeout, this, [this] {
        // During a long drag every third run is let through, however slow, so that something moves.
        if (stoppedInARow_ < 2) stopRunning();
    });
    thread_ = std::jthread([this](std::stop_token stop) { work(stop); });
}

Runner::~Runner() {
    {
        const std::lock_guard lock(mutex_);
        waiting_.reset();
        runningStop_.request_stop();
    }
    thread_.request_stop();
    wake_.notify_all();
    thread_.join();
}

quint64 Runner::submit(RunRequest request, bool thenCheck) {
    ++counts_.submitted;
    const quint64 number = ++newest_;
    outdate(request);
    newestJob_ = Job{number, std::move(request), thenCheck};
    {
        const std::lock_guard lock(mutex_);
        if (waiting_) ++counts_.replaced;
        waiting_ = newestJob_;
    }
    wake_.notify_all();
    return number;
}

void Runner::prepare(RunRequest request) {
    {
        const std::lock_guard lock(mutex_);
        preparing_ = std::move(request);
    }
    wake_.notify_all();
}

void Runner::outdate(const RunRequest& request) {
    if (!runningImage_) return;
    if (runningFollows_ || runningImage_ != request.image)
        stopRunning();
    else if (!patience_.isActive())
        patience_.start(patienceMs);
}

/// Never the newest: the thread may have gone on to it before this one heard that the one before it had ended.
void Runner::stopRunning() {
    const std::lock_guard lock(mutex_);
    if (!running_ || running_ == newest_ || stoppedFor_ == running_) return;
    stoppedFor_ = running_;
    runningStop_.request_stop();
}

void Runner::cancel() {
    if (!isBusy()) return;
    cancelledUpTo_ = newest_;
    bool idle = false;
    {
        const std::lock_guard lock(mutex_);
        waiting_.reset();
        runningStop_.request_stop();
        idle = running_ == 0;
    }
    if (!idle) return; // the running one reports when it has stopped
    reportCancelled();
}

void Runner::reportCancelled() {
    settle(cancelledUpTo_);
    if (cancelReported_ == cancelledUpTo_) return;
    cancelReported_ = cancelledUpTo_;
    ++counts_.cancelled;
    emit cancelled(cancelledUpTo_);
}

// --- on the worker thread ---

template <class F> void Runner::post(F f) { QMetaObject::invokeMethod(this, std::move(f), Qt::QueuedConnection); }

void Runner::work(const std::stop_token& stop) {
    yieldToWindow();
    findDevices();
    Job job;
    while (waitForJob(job, stop)) {
        prepareWaiting();
        if (job.number == 0) continue;
        runJob(job);
        job = {};
        const std::lock_guard lock(mutex_);
        running_ = 0;
    }
    engine_.reset();
}

void Runner::findDevices() {
    DeviceList list;
    try {
        engine_ = factory_();
        list = engine_->devices();
    } catch (const std::exception& problem) {
        list.warnings.push_back(problem.what());
    }
    post([this, list] { emit devicesFound(list); });
}

bool Runner::waitForJob(Job& job, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, stop, [this] { return waiting_ || preparing_; })) return false;
    job = {};
    if (!waiting_) return !stop.stop_requested();
    job = std::move(*waiting_);
    waiting_.reset();
    runningStop_ = std::stop_source();
    running_ = job.number;
    return !stop.stop_requested();
}

void Runner::prepareWaiting() {
    std::optional<RunRequest> request;
    {
        const std::lock_guard lock(mutex_);
        request = std::exchange(preparing_, {});
    }
    if (request && engine_) engine_->prepare(*request);
}

bool Runner::somethingNewer() {
    const std::lock_guard lock(mutex_);
    return waiting_.has_value() || runningStop_.stop_requested();
}

/// A dragging hand moves on within this time: a check that it would only stop again is not begun. Throws
/// Error(Cancelled) if it does.
void Runner::waitForRest() {
    constexpr std::chrono::milliseconds rest{50};
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, rest, [this] { return waiting_ || runningStop_.stop_requested(); });
    if (waiting_ || runningStop_.stop_requested()) throw Error(ErrorKind::Cancelled, "outdated before its check");
}

RunMonitor Runner::monitorFor(const Job& job) {
    RunMonitor monitor;
    {
        const std::lock_guard lock(mutex_);
        monitor.stop = runningStop_.get_token();
    }
    auto throttle = std::make_shared<Throttle>();
    monitor.progress = [this, throttle, number = job.number](const RunProgress& progress) {
        if (throttle->pass()) post([this, number, progress] { emit progressed(number, progress); });
    };
    monitor.built = [this, number = job.number] { post([this, number] { onBuilt(number); }); };
    return monitor;
}

ReportPtr Runner::runOnce(const Job& job, const RunOptions& options, bool checking) {
    if (!engine_) throw Error(ErrorKind::Device, "the engine could not be made; the Log says why");
    RunRequest request = job.request;
    request.options = options;
    post([this, number = job.number, image = request.image, checking] {
        runningImage_ = image;
        onStarted(number, checking);
    });
    return engine_->run(request, monitorFor(job));
}

void Runner::runJob(const Job& job) {
    try {
        RunOptions options = job.request.options;
        if (job.thenCheck) options.verify = false;
        options.histograms = false;
        const ReportPtr picture = runOnce(job, options, false);
        if (somethingNewer()) return post([this, number = job.number, picture] { deliver(number, picture, true); });
        post([this, number = job.number, picture] {
            deliver(number, picture, false);
            onFollowing(number);
        });
        const ReportPtr report = withHistograms(job, picture);
        const bool last = !job.thenCheck || somethingNewer();
        post([this, number = job.number, report, last] { deliver(number, report, last); });
        if (last) return;
        waitForRest();
        checkAfter(job, report);
    } catch (const std::exception& problem) {
        postFailure(job, failureOf(problem, job.request.stack));
    }
}

ReportPtr Runner::withHistograms(const Job& job, const ReportPtr& shown) {
    const CancelScope scope(monitorFor(job).stop);
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

void Runner::checkAfter(const Job& job, const ReportPtr& shown) {
    RunOptions options;
    options.verify = true;
    options.reuse = true;
    options.histograms = false;
    options.prompt = job.request.options.prompt;
    const ReportPtr checked = runOnce(job, options, true);
    auto report = std::make_shared<Report>(ranTheSame(*shown, *checked) ? *withTimesOf(*shown, *checked) : *checked);
    report->inputHistogram = shown->inputHistogram;
    report->outputHistogram = shown->outputHistogram;
    post([this, number = job.number, report] { deliver(number, report, true); });
}

void Runner::postFailure(const Job& job, const RunFailure& failure) {
    post([this, number = job.number, failure] { onFailed(number, failure); });
}

// --- on the owner's thread ---

void Runner::onStarted(quint64 number, bool checking) {
    if (!checking) ++counts_.started;
    runningFollows_ = checking;
    // Requests that came between the worker's start and this message did not see it run.
    if (newest_ > number) {
        if (checking || runningImage_ != newestJob_.request.image)
            stopRunning();
        else
            patience_.start(patienceMs);
    }
    emit started(number, checking);
}

/// The picture is shown: what follows gives way to anything newer.
void Runner::onFollowing(quint64 number) {
    runningFollows_ = true;
    if (newest_ > number) stopRunning();
}

void Runner::onBuilt(quint64 number) {
    if (number != newest_ || number <= cancelledUpTo_) return;
    submit(newestJob_.request, newestJob_.thenCheck);
}

void Runner::settle(quint64 number) {
    settled_ = std::max(settled_, number);
    patience_.stop();
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
    } else if (failure.kind == ErrorKind::Cancelled) { // stopped for a newer one, which reports in its turn
        if (!wasShown) ++stoppedInARow_;
        ++counts_.stopped;
    } else {
        ++counts_.failed;
        emit failed(number, failure);
    }
}

} // namespace lightbench
