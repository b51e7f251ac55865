// Keeps one worker process: starts it on the first request and replaces it after it has ended. The worker engine and
// the driver search use it, one request at a time. Failures of the process are thrown as WorkerFailure.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/worker/last_words.h"
#include "app/worker/worker_call.h"
#include "app/worker/worker_process.h"
#include "core/device/device.h"

namespace lightbench {

/// A request without an answer. The worker process has ended.
struct WorkerFailure {
    enum Kind { Died, Garbled, Late, OtherVersion } kind;
    /// Died: "by signal 6 (Aborted)"; Garbled: what came instead; Late: "60 s"; OtherVersion: the whole sentence.
    std::string how;
    std::string output; ///< Died: its last output
    RunProgress at{};   ///< what it was doing
    LastWords lastWords() const { return lastWordsOf(output, how); }
};

class WorkerLink {
public:
    /// Does not start the worker yet.
    WorkerLink(std::string program, std::vector<std::string> arguments, double graceSeconds);
    ~WorkerLink();
    WorkerLink(const WorkerLink&) = delete;
    WorkerLink& operator=(const WorkerLink&) = delete;

    const std::string& program() const { return program_; }
    /// Ends the worker. The next one gets this environment.
    void restart(std::vector<EnvironmentChange> environment);
    const std::vector<EnvironmentChange>& environment() const { return environment_; }
    /// A number that changes with every started worker.
    int generation() const { return generation_; }

    /// Calls f(talk), which sends the request and receives the answer. The worker's output goes to stderr meanwhile.
    /// Throws WorkerFailure, Error(Cancelled) if the worker had to be ended after a stop, and the Error that the worker
    /// sends.
    template <class F> auto converse(double progressSeconds, const WorkerStops& stops, F f);
    Channel& channel() { return process_->channel(); }
    BuiltNotices& notices() { return process_->notices(); }
    /// Waits for the next message of that kind, or a Progress, and returns its head. A Failure is thrown as its Error.
    Channel::Head answer(Message wanted);

private:
    void start();
    void greet();
    void end();
    void forwardOutput();
    [[noreturn]] void fail(const WorkerCall& call, double progressSeconds);

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

template <class F> auto WorkerLink::converse(double progressSeconds, const WorkerStops& stops, F f) {
    start();
    struct Last {
        WorkerLink& link;
        ~Last() {
            link.forwardOutput();
            if (!link.answered_) link.end();
        }
    } const last{*this};
    WorkerCall call(channel(), {progressSeconds, graceSeconds_}, stops, [this] { forwardOutput(); });
    output_.clear();
    answered_ = false;
    try {
        greet();
        auto result = f(call);
        answered_ = true;
        return result;
    } catch (...) {
        fail(call, progressSeconds);
    }
}

/// The worker's devices. Throws WorkerFailure.
DeviceList listDevices(WorkerLink& link, double seconds);

} // namespace lightbench
