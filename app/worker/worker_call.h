// Limits how long the program waits for its worker during one request: until data comes, a stop is requested, or a time
// limit passes. The worker link creates one for each request, on the requesting thread.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

#include "app/worker/channel.h"
#include "core/run/engine.h"

namespace lightbench {

/// Thrown if the worker shows no progress within the first limit below.
struct NoProgress {};
/// Thrown if the worker was asked to stop and did not within the second limit below.
struct StopIgnored {};

/// How a request is stopped: `stop` asks the worker, `abort` (RunMonitor::abort) allows to end it.
struct WorkerStops {
    std::stop_token stop;
    std::optional<std::stop_token> abort{}; ///< without it, `stop` is enough
};

struct WorkerTimeouts {
    double progressSeconds = 0; ///< 0: no limit
    double stopSeconds = 1;
};

/// Serves as the channel's waiter while it lives. Its waiting throws NoProgress and StopIgnored.
class WorkerCall {
public:
    /// `meanwhile` is called several times a second while it waits.
    WorkerCall(Channel& channel, const WorkerTimeouts& timeouts, const WorkerStops& stops,
               std::function<void()> meanwhile = {});
    ~WorkerCall();
    WorkerCall(const WorkerCall&) = delete;
    WorkerCall& operator=(const WorkerCall&) = delete;

    /// Call this after the whole request was sent; from then on a stop can be forwarded.
    void requestSent();
    /// Records the worker's progress.
    void note(const RunProgress& progress);
    const RunProgress& progress() const { return progress_; } ///< the last that was noted

private:
    using Clock = std::chrono::steady_clock;
    void wait(short events);
    void passStopOn();
    /// When to give up; no value means no limit.
    std::optional<Clock::time_point> end() const;
    void giveUpIfLate() const;

    Channel& channel_;
    WorkerTimeouts timeouts_;
    WorkerStops stops_;
    std::function<void()> meanwhile_;
    int wake_; ///< an eventfd that interrupts the wait on a stop
    std::optional<std::stop_callback<std::function<void()>>> onStop_, onAbort_;
    Clock::time_point lastSign_ = Clock::now();
    std::optional<Clock::time_point> aborted_; ///< when the wish to end it was seen
    bool requestSent_ = false, stopSent_ = false;
    RunProgress progress_;
};

} // namespace lightbench
