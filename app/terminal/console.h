// What every command shares: the engine, the choice of a device, messages, Ctrl-C and exit codes.
#pragma once

#include <atomic>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "app/terminal/arguments.h"
#include "app/terminal/stop_signals.h"
#include "app/worker/guarded_engine.h"
#include "core/base/error.h"
#include "core/shards/shard.h"
#include "core/tuning/tuning_file.h"

namespace lightbench {

enum ExitCode { Done = 0, Differs = 1, BadInput = 2, DeviceFailed = 3, Stopped = 130 };

/// --in-process, --isolated and --timeout, for commands that use a device; and what they say.
std::vector<OptionSpec> processOptions();
GuardSettings guardSettings(const Arguments& arguments);

/// --tuning, for commands that take what is remembered to be fastest, or add to it; and the file that it names.
OptionSpec tuningOption();
TuningFile tuningFile(const Arguments& arguments);

/// --shard and --merge, for commands whose work several programs share out; and what the first says.
std::vector<OptionSpec> shardOptions();
Shard shardOf(const Arguments& arguments);
/// The journals that --merge names and the one that --journal names. Throws Error(Usage) unless there are both.
struct MergeRequest {
    std::vector<std::string> from;
    std::string to;
};
MergeRequest mergeRequest(const Arguments& arguments);

/// Turns SIGINT, SIGTERM and SIGHUP into a stop request, unless they were ignored when the program started. If it has
/// not ended two seconds later, or a second signal comes, it is ended there and then, unless a file is being written.
/// Make it before any thread.
class StopOnSignal {
public:
    StopOnSignal();
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;
    std::stop_token token() const { return source_.get_token(); }
    void setWriting(bool writing) { writing_ += writing ? 1 : -1; } ///< any thread
    /// While it waits for a stream that may never speak, nothing needs care: it is ended at once.
    void setWaiting(bool waiting) { waiting_ = waiting; }

private:
    void watch();
    std::stop_source source_;
    std::atomic<int> writing_{0}; ///< how many files are
    std::atomic<bool> waiting_{false};
    int message_ = -1; ///< a copy of stderr, which may be silenced meanwhile
    StopSignals signals_;
    std::thread watcher_;
};

class Console {
public:
    explicit Console(StopOnSignal& interrupt) : interrupt_(interrupt) {}
    bool verbose = false;
    GuardSettings guard{
        .isolated = true, .worker = {}, .kernels = {}}; ///< of the engine; to be set before its first use

    std::stop_token stop() const { return interrupt_.token(); }
    /// Throws Error(Cancelled) after Ctrl-C.
    void checkStopped() const;
    /// Writes files: `write` is not ended half-way by Ctrl-C, nor begun after it.
    template <class F> void writing(F write) const {
        struct Scope {
            StopOnSignal& interrupt;
            ~Scope() { interrupt.setWriting(false); }
        } scope{interrupt_};
        interrupt_.setWriting(true);
        checkStopped();
        write();
    }
    struct Waiting {
        explicit Waiting(StopOnSignal& interrupt) : interrupt_(interrupt) { interrupt_.setWaiting(true); }
        ~Waiting() { interrupt_.setWaiting(false); }
        Waiting(const Waiting&) = delete;
        Waiting& operator=(const Waiting&) = delete;

    private:
        StopOnSignal& interrupt_;
    };
    /// While what it gives lives, Ctrl-C ends the program at once.
    Waiting waiting() const { return Waiting(interrupt_); }
    Engine& engine();
    /// One of its own for another thread, with its own worker.
    std::unique_ptr<Engine> newEngine() const;
    /// Finds the devices; writes each warning once, as one line on stderr.
    const DeviceList& devices();
    /// As deviceNamed in core has it; without any device the error says what the drivers' search said.
    const DeviceInfo& device(const std::string& wanted);
    /// The same, as devicesNamed in core has it: several, for a list or "all".
    std::vector<DeviceInfo> devicesNamed(const std::string& wanted);

    void warn(const std::string& line) const;
    /// Writes the error as one line, with `verbose` the details below, and gives its exit code.
    int report(const Error& error, const std::string& prefix = {}) const;

private:
    /// One at least.
    const std::vector<DeviceInfo>& anyDevices();

    StopOnSignal& interrupt_;
    std::unique_ptr<Engine> engine_;
    bool warned_ = false;
};

/// While it lives, what drivers and image libraries write to stderr on their own goes nowhere (PoCL's compiler says
/// "1 error generated."): an error is one line. Any number of threads may hold one; our own messages are heard all the
/// same. With --verbose nobody is silenced.
class QuietStderr {
public:
    explicit QuietStderr(bool wanted);
    ~QuietStderr();
    QuietStderr(const QuietStderr&) = delete;
    QuietStderr& operator=(const QuietStderr&) = delete;

private:
    bool wanted_;
};

/// Writes lines for people, to stdout if not told otherwise; control characters in them are shown as \xNN. Throws
/// Error(Input) if it is closed or full.
void print(const std::string& text, std::FILE* to = stdout);
/// Writes text for programs to stdout, as it is. Throws the same.
void printRaw(const std::string& text, std::FILE* to = stdout);

} // namespace lightbench
