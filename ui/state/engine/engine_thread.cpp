#include "ui/state/engine/engine_thread.h"

#include <algorithm>
#include <utility>

#include "core/base/thread_priority.h"

namespace lightbench {

namespace {

/// Devices that are the host's own processors compete with the window for them. The threads that a driver or a
/// reference starts inherit this, so that the window stays quick; on a machine that does nothing else it costs nothing.
void yieldToWindow() { lowerThreadPriority(5); }

/// Lets at most one message in 30 ms through, and all that say what begins: nothing else is said until it ends.
class Throttle {
public:
    bool pass(const RunProgress& progress) {
        const auto now = std::chrono::steady_clock::now();
        const Step step{progress.stackIndex, progress.activity};
        const bool begins = progress.checking || step != std::exchange(step_, step);
        if (!begins && now - last_ < std::chrono::milliseconds(30)) return false;
        last_ = now;
        return true;
    }

private:
    using Step = std::pair<int, std::string>; ///< a stage and what is done to it
    std::chrono::steady_clock::time_point last_{};
    Step step_{-1, {}};
};

/// On the ticket's thread; the ticket lives until then.
template <class F> void notify(const TicketPtr& ticket, F f) {
    QMetaObject::invokeMethod(
        ticket.get(), [ticket, f = std::move(f)] { f(*ticket); }, Qt::QueuedConnection);
}

} // namespace

std::stop_token JobControl::stop() const { return ticket_->stop_.get_token(); }

RunMonitor JobControl::monitor() const {
    RunMonitor monitor;
    monitor.stop = stop();
    monitor.abort = ticket_->abort_.get_token();
    monitor.progress = [ticket = ticket_, throttle = std::make_shared<Throttle>()](const RunProgress& progress) {
        if (throttle->pass(progress)) notify(ticket, [progress](Ticket& one) { emit one.progressed(progress); });
    };
    monitor.built = [ticket = ticket_] { notify(ticket, [](Ticket& one) { emit one.built(); }); };
    return monitor;
}

bool JobControl::isSuperseded() const {
    const std::lock_guard lock(thread_.mutex_);
    return ticket_->isStopped() || !thread_.queue(lane_).empty();
}

bool JobControl::rest(std::chrono::milliseconds time) const {
    const auto overtaken = [this] { return ticket_->isStopped() || !thread_.queue(lane_).empty(); };
    std::unique_lock lock(thread_.mutex_);
    return !thread_.wake_.wait_for(lock, stop(), time, overtaken);
}

EngineThread::EngineThread(EngineFactory factory, QObject* parent) : QObject(parent), factory_(std::move(factory)) {
    thread_ = std::jthread([this](std::stop_token stop) { work(stop); });
}

EngineThread::~EngineThread() {
    {
        const std::lock_guard lock(mutex_);
        for (auto& waiting : lanes_)
            waiting.clear();
        if (running_) running_->stop();
    }
    thread_.request_stop();
    wake_.notify_all();
    thread_.join();
}

TicketPtr EngineThread::submit(Lane lane, EngineJob job) {
    auto ticket = std::make_shared<Ticket>();
    {
        const std::lock_guard lock(mutex_);
        queue(lane).push_back({ticket, std::move(job)});
    }
    wake_.notify_all();
    return ticket;
}

bool EngineThread::drop(const TicketPtr& ticket) {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(lanes_, [&](auto& waiting) {
        return std::erase_if(waiting, [&](const Entry& entry) { return entry.ticket == ticket; }) > 0;
    });
}

bool EngineThread::cancel(Lane lane) {
    const std::lock_guard lock(mutex_);
    queue(lane).clear();
    const bool isRunning = running_ && runningLane_ == lane;
    if (isRunning) running_->stop();
    return isRunning;
}

void EngineThread::clear(Lane lane) {
    if (!cancel(lane)) return;
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return !running_ || runningLane_ != lane; });
}

// --- on the engine's thread ---

void EngineThread::work(const std::stop_token& stop) {
    yieldToWindow();
    findDevices();
    Entry entry;
    Lane lane{};
    while (take(entry, lane, stop)) {
        run(entry, lane);
        entry = {}; // what it holds is let go before the next wait
        leave();
    }
    engine_.reset();
}

void EngineThread::findDevices() {
    DeviceList list;
    try {
        engine_ = factory_();
        list = engine_->devices();
    } catch (const std::exception& problem) {
        list.warnings.push_back(problem.what());
    }
    QMetaObject::invokeMethod(
        this, [this, list] { emit devicesFound(list); }, Qt::QueuedConnection);
}

bool EngineThread::isAnyWaiting() const {
    return std::ranges::any_of(lanes_, [](const auto& waiting) { return !waiting.empty(); });
}

bool EngineThread::take(Entry& entry, Lane& lane, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, stop, [this] { return isAnyWaiting(); })) return false;
    const auto first = std::ranges::find_if(lanes_, [](const auto& waiting) { return !waiting.empty(); });
    lane = Lane(first - lanes_.begin());
    entry = std::move(first->front());
    first->pop_front();
    running_ = entry.ticket;
    runningLane_ = lane;
    return !stop.stop_requested();
}

void EngineThread::run(const Entry& entry, Lane lane) {
    notify(entry.ticket, [](Ticket& one) { emit one.started(); });
    const auto fail = [&](const Error& error) {
        notify(entry.ticket, [error](Ticket& one) { emit one.failed(error); });
    };
    try {
        if (!engine_) throw Error(ErrorKind::Device, "the engine could not be made; the Log says why");
        if (entry.ticket->isStopped()) throw Error(ErrorKind::Cancelled, "stopped before it began");
        entry.job(*engine_, JobControl(*this, lane, entry.ticket));
        notify(entry.ticket, [](Ticket& one) { emit one.finished(); });
    } catch (const Error& error) {
        fail(error);
    } catch (const std::exception& problem) {
        fail({ErrorKind::Device, problem.what()});
    }
}

void EngineThread::leave() {
    {
        const std::lock_guard lock(mutex_);
        running_.reset();
    }
    wake_.notify_all();
}

} // namespace lightbench
