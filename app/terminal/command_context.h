// The context of a command: the engine, the choice of devices, messages on stderr, Ctrl-C and exit codes. The main
// function of the command line creates one CommandContext and passes it to the command. Const functions may be called
// from any thread.
#pragma once

#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/terminal/arguments.h"
#include "app/terminal/stop_signals.h"
#include "app/worker/program_filters.h"
#include "app/worker/worker_engine.h"
#include "core/base/error.h"
#include "core/base/file_claims.h"
#include "core/run/stack.h"
#include "core/shards/shard.h"
#include "core/tuning/tuning_file.h"

namespace lightbench {

enum ExitCode { Success = 0, Differs = 1, BadInput = 2, DeviceFailed = 3, Stopped = 130 };

/// --in-process, --isolated and --timeout, for commands that use a device, and the settings that they select.
std::vector<OptionSpec> workerOptions();
WorkerSettings workerSettings(const Arguments& arguments);

/// --tuning, for commands that read or extend the tuning database, and the file that it names.
OptionSpec tuningOption();
TuningFile tuningFile(const Arguments& arguments);

/// --shard and --merge, for commands whose work several programs can share, and the shard that --shard names.
std::vector<OptionSpec> shardOptions();
Shard shardOf(const Arguments& arguments);
/// With --merge: throws Error(Usage) unless there are journals to merge, and one for the result.
void requireMergeInputs(const Arguments& arguments);

class CommandContext {
public:
    explicit CommandContext(StopSignals& signals) : signals_(signals) {}
    bool verbose = false;
    FilterCatalog filters = programFilters(); ///< what stacks may name
    WorkerSettings worker;                    ///< the engine's settings; set them before its first use

    std::stop_token stop() const { return signals_.token(); }
    /// Throws Error(Cancelled) after Ctrl-C.
    void checkStopped() const;
    /// Calls `write`, which writes files. Ctrl-C does not interrupt it, and after Ctrl-C it is not started.
    template <class F> void uninterrupted(F write) const {
        const ScopedCount scope(signals_.writing);
        checkStopped();
        write();
    }
    /// Calls `write` even after Ctrl-C, which does not interrupt it: for files that a stopped command must leave
    /// behind.
    template <class F> void writeEvenAfterStop(F write) const {
        const ScopedCount scope(signals_.writing);
        write();
    }
    /// writeEvenAfterStop() as a function, which a Journal calls for each of its writes.
    auto writeScope() const {
        return [this](const std::function<void()>& write) { writeEvenAfterStop(write); };
    }
    /// While the returned object lives, Ctrl-C ends the program at once.
    ScopedCount endAtOnce() const { return ScopedCount(signals_.waiting); }
    Engine& engine();
    /// A new engine for another thread, with its own worker process.
    std::unique_ptr<Engine> newEngine() const;
    /// Finds the devices. Writes each warning once, as one line on stderr.
    const DeviceList& devices();
    /// Finds a device with core's deviceNamed. If there is no device at all, the error quotes what the driver search
    /// reported.
    const DeviceInfo& device(const std::string& wanted);
    /// Finds several devices, from a list or "all", with core's devicesNamed.
    std::vector<DeviceInfo> devicesNamed(const std::string& wanted);

    void warn(const std::string& line) const;
    /// The results of a tuning file. One that cannot be used is a warning.
    TuningDatabasePtr readTuning(const TuningFile& file) const;
    /// What the command reads and writes. The main function names the user's kernels and the files that Lightbench
    /// keeps, readStack() what a stack names, readInput() images. A command names what it writes, before it writes.
    FileClaims& claims() const { return claims_; }
    /// Names the files of these options, such as "report", as written. Throws if one cannot be written.
    void claimOutputs(const Arguments& arguments, const std::vector<std::string>& options) const;
    /// The stack of a text that the user wrote.
    Stack readStack(std::string_view text, const std::string& folder = {}) const;
    /// Writes the error as one line, with `verbose` also its details, and returns its exit code.
    int printError(const Error& error, const std::string& prefix = {}) const;

private:
    /// Returns at least one device, or throws.
    const std::vector<DeviceInfo>& requireDevices();

    StopSignals& signals_;
    mutable FileClaims claims_;
    std::unique_ptr<Engine> engine_;
    bool hasPrintedWarnings_ = false;
};

/// While an object lives, stderr is silenced for drivers and image libraries: PoCL's compiler prints "1 error
/// generated." and Lightbench reports errors itself. Several threads may hold one. Lightbench's own messages still
/// appear, and with --verbose nothing is silenced.
class QuietStderr {
public:
    explicit QuietStderr(bool wanted);
    ~QuietStderr();
    QuietStderr(const QuietStderr&) = delete;
    QuietStderr& operator=(const QuietStderr&) = delete;

private:
    bool wanted_;
};

/// Writes lines for people, to stdout by default; control characters are shown as \xNN. Throws Error(Input) if the
/// stream is closed or full.
void print(const std::string& text, std::FILE* to = stdout);
/// Writes text for programs, unchanged. Throws the same.
void printRaw(const std::string& text, std::FILE* to = stdout);

} // namespace lightbench
