// A worker that is started when something is asked of it, and replaced after it has ended.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "app/worker/conversation.h"
#include "app/worker/worker_process.h"
#include "core/device/device.h"

namespace lightbench {

/// A request that got no answer; the worker is gone.
struct WorkerFailure {
    enum Kind { Died, Garbled, Late } kind;
    std::string how;   ///< Died: "by signal 6 (Aborted)"; Garbled: what came instead; Late: "60 s"
    std::string words; ///< Died: what it printed last
    int stage = -1;    ///< the stage at work
    /// "; its last words were ..." with the last line that it printed: drivers say there why they give up. Empty if it
    /// printed nothing.
    std::string lastWords() const;
};

class WorkerLink {
public:
    /// Starts nothing yet.
    WorkerLink(std::string program, std::vector<std::string> arguments, double graceSeconds);
    ~WorkerLink();
    WorkerLink(const WorkerLink&) = delete;
    WorkerLink& operator=(const WorkerLink&) = delete;

    const std::string& program() const { return program_; }
    /// Ends the worker; the next one has this environment.
    void restart(std::vector<EnvironmentChange> environment);
    const std::vector<EnvironmentChange>& environment() const { return environment_; }
    /// Of the worker that has been started last; another number for each.
    int generation() const { return generation_; }

    /// Calls f(talk), which asks and takes the answer. What the worker prints meanwhile goes to stderr. Throws
    /// WorkerFailure, Error(Cancelled) where the worker had to be ended after a stop, and Error as the worker sends it.
    template <class F> auto converse(double progressSeconds, const std::stop_token& stop, F f);
    Channel& channel() { return process_->channel(); }
    /// The head of the next message of that kind, or of a Progress. A Failure is thrown as the Error that it is.
    Channel::Head answer(Message wanted);

private:
    void start();
    void greet();
    void end();
    void passWordsOn();
    [[noreturn]] void fail(const Conversation& talk, double progressSeconds);

    std::string program_;
    std::vector<std::string> arguments_;
    std::vector<EnvironmentChange> environment_;
    double graceSeconds_;
    std::unique_ptr<WorkerProcess> process_;
    std::string words_; ///< the end of what the worker printed during this conversation
    int generation_ = 0;
    bool greeted_ = false;
    bool answered_ = true; ///< the last request got its answer in full: the worker is in step
};

template <class F> auto WorkerLink::converse(double progressSeconds, const std::stop_token& stop, F f) {
    start();
    struct Last {
        WorkerLink& link;
        ~Last() {
            link.passWordsOn();
            if (!link.answered_) link.end();
        }
    } const last{*this};
    Conversation talk(channel(), {progressSeconds, graceSeconds_}, stop, [this] { passWordsOn(); });
    words_.clear();
    answered_ = false;
    try {
        greet();
        auto result = f(talk);
        answered_ = true;
        return result;
    } catch (...) {
        fail(talk, progressSeconds);
    }
}

/// The worker's devices. Throws WorkerFailure.
DeviceList listDevices(WorkerLink& link, double seconds);

} // namespace lightbench
