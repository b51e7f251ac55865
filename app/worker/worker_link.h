// Keeps one worker process: starts it on the first request, waits for its answers no longer than allowed, and replaces
// it after it has ended. The worker engine, the driver search and the decoder use it, one request at a time.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/worker/last_words.h"
#include "app/worker/worker_process.h"
#include "core/run/engine.h"

namespace lightbench {

/// A request without an answer. The worker process has ended.
struct WorkerFailure {
    enum Kind { Died, Garbled, Late, OtherVersion } kind;
    /// Died: "by signal 6 (Aborted)"; Garbled: what came instead; Late: "60 s"; OtherVersion: the whole sentence.
    std::string how;
    std::string output{}; ///< Died: its last output
    RunProgress at{};     ///< what it was doing
    LastWords lastWords() const { return lastWordsOf(output, how); }
};

class WorkerCall;

class WorkerLink {
public:
    /// Does not start the worker yet.
    WorkerLink(std::string program, std::vector<std::string> arguments, double graceSeconds)
        : program_(std::move(program)), arguments_(std::move(arguments)), graceSeconds_(graceSeconds) {}
    WorkerLink(const WorkerLink&) = delete;
    WorkerLink& operator=(const WorkerLink&) = delete;
    /// A link to another worker of the same kind.
    std::unique_ptr<WorkerLink> another() const {
        return std::make_unique<WorkerLink>(program_, arguments_, graceSeconds_);
    }

    const std::string& program() const { return program_; }
    /// Ends the worker. The next one gets this environment.
    void restart(std::vector<EnvironmentChange> environment);
    const std::vector<EnvironmentChange>& environment() const { return environment_; }
    /// A number that changes with every started worker.
    int generation() const { return generation_; }

    /// Calls f(call), which sends the request and receives the answer. The worker's output goes to stderr meanwhile.
    /// It may make no progress for so long; 0: for ever. The monitor's `stop` asks it to stop, `abort` allows to end
    /// it. Throws WorkerFailure, Error(Cancelled) if the worker had to be ended after a stop, and the Error that the
    /// worker sends.
    template <class F> auto converse(double progressSeconds, const RunMonitor& monitor, F f);
    Channel& channel() { return process_->channel(); }
    BuiltNotices& notices() { return process_->notices(); }
    /// Waits for the next message of that kind, or a Progress, and returns its head. A Failure is thrown as its Error.
    Channel::Head answer(Message wanted);

private:
    friend class WorkerCall;
    void start();
    void greet();
    void end();
    void forwardOutput();
    [[noreturn]] void fail(const WorkerCall& call);

    std::string program_;
    std::vector<std::string> arguments_;
    std::vector<EnvironmentChange> environment_;
    double graceSeconds_;
    std::unique_ptr<WorkerProcess> process_;
    std::string output_; ///< the end of the worker's output during this request
    int generation_ = 0;
    bool greeted_ = false;
    bool answered_ = true; ///< the last answer was received completely, so the channel can be used
};

/// Limits how long one request waits for the worker: until data comes, a stop is requested, or a time limit passes. It
/// is the channel's waiter while it lives.
class WorkerCall {
public:
    WorkerCall(WorkerLink& link, double progressSeconds, const RunMonitor& monitor);
    ~WorkerCall();
    WorkerCall(const WorkerCall&) = delete;
    WorkerCall& operator=(const WorkerCall&) = delete;

    /// Call this after the whole request was sent; from then on a stop can be forwarded.
    void requestSent();
    /// Records the worker's progress.
    void note(const RunProgress& progress) { progress_ = progress; }
    const RunProgress& progress() const { return progress_; } ///< the last that was noted

private:
    using Clock = std::chrono::steady_clock;
    void wait(short events);
    void passStopOn();
    /// When to give up; no value means no limit.
    std::optional<Clock::time_point> end() const;
    void giveUpIfLate() const;

    WorkerLink& link_;
    double progressSeconds_;
    std::stop_token stop_, abort_;
    int wake_; ///< an eventfd that interrupts the wait on a stop
    std::optional<std::stop_callback<std::function<void()>>> onStop_, onAbort_;
    Clock::time_point lastSign_ = Clock::now();
    std::optional<Clock::time_point> aborted_; ///< when the wish to end it was seen
    bool requestSent_ = false, stopSent_ = false;
    RunProgress progress_;
};

template <class F> auto WorkerLink::converse(double progressSeconds, const RunMonitor& monitor, F f) {
    start();
    struct Last {
        WorkerLink& link;
        ~Last() {
            link.forwardOutput();
            if (!link.answered_) link.end();
        }
    } const last{*this};
    WorkerCall call(*this, progressSeconds, monitor);
    output_.clear();
    answered_ = false;
    try {
        greet();
        auto result = f(call);
        answered_ = true;
        return result;
    } catch (...) {
        fail(call);
    }
}

/// The worker's devices. Throws WorkerFailure.
DeviceList listDevices(WorkerLink& link, double seconds);

} // namespace lightbench
