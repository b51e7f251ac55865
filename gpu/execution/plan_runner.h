// Enqueues the passes of a plan and measures them, for display and for measurements. It can limit how much is enqueued
// ahead (to cancel soon), and poison buffers to find wrong writes in tests. Executor uses it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/execution/prepared_stage.h"
#include "gpu/execution/run_timeline.h"
#include "gpu/execution/session.h"
#include "gpu/execution/timing.h"

namespace lightbench {

/// A command on the way, or the last of several that belong together.
struct CommandInFlight {
    cl::Event event;
    const PreparedStage* stage = nullptr;
    ErrorContext context; ///< for its errors
    double us = 0;        ///< how long it takes, as estimated
    LaunchesPtr launches; ///< of a kernel, whose pace is learned from it; else null
    double items = 0;     ///< work-items of a kernel
};

/// The commands of a run that the device has not finished, as far as the host knows, oldest first. They tell how to
/// enqueue ahead without losing sight of the stage that runs, and of how long a stopped run would go on.
class CommandsInFlight {
public:
    bool empty() const { return commands_.empty(); }
    std::size_t count() const { return commands_.size(); }
    /// The estimated time of all that wait behind the oldest one.
    double waitingUs() const { return empty() ? 0 : us_ - oldest().us; }
    const CommandInFlight& oldest() const { return commands_.front(); }
    void add(CommandInFlight command);
    /// True if the oldest one is finished. Does not wait.
    bool isOldestFinished() const;
    /// Waits for the oldest one, or for all of its stage that are in flight.
    void waitForOldest(bool wholeStage) const;
    /// Removes the oldest one, which is finished. `context` becomes its own; throws cl::Error if it failed.
    void remove(ErrorContext& context);
    /// Takes the pace of kernels from the time stamps of removed commands. That asks the driver, so it is done where
    /// nobody waits.
    void learn();

private:
    std::deque<CommandInFlight> commands_;
    std::vector<CommandInFlight> finished_; ///< kernels to learn from
    double us_ = 0;
};

class PlanRunner {
public:
    struct Options {
        /// How much work may wait behind the command that runs, in milliseconds as earlier launches tell: the runner
        /// waits before it enqueues more. Enqueued commands cannot be withdrawn, so a stopped run goes on for so long.
        /// A kernel whose time is not known waits for those before it. 0: all do. Nothing: no limit.
        std::optional<double> aheadMs{};
        /// Fill outputs and scratch, with guardBytes behind each, with this word before the stage, and check the guard
        /// bytes after it.
        std::optional<std::uint32_t> poison{};
        /// Called when a stage is the one at work: no command of an earlier one is in flight.
        std::function<void(const PreparedStage&)> begun{};
        /// Called before a kernel is launched for the first time.
        std::function<void(const PreparedStage&)> launching{};
        /// Called when a kernel was launched for the first time and what its driver compiled for that is ready.
        std::function<void()> launchedFirst{};
    };
    /// `log` receives the host's work; may be null.
    PlanRunner(DeviceSession& session, Options options, HostLog* log = nullptr)
        : session_(session), options_(std::move(options)), log_(log) {}
    /// Runs a stage and returns its timed commands for the rows of StageTimes. Throws cl::Error, or Error(Cancelled)
    /// under a stopped CancelScope.
    std::vector<TimedCommand> run(PreparedStage& stage);
    /// Waits until all passes are done, stage by stage: the end of a round.
    void finish();
    /// Learns from the times of finished passes how much to enqueue ahead. Call it where no time is taken.
    void learn() { inFlight_.learn(); }
    /// Milliseconds that drivers spent compiling at first launches, since the last call.
    double takeCompileMs() { return std::exchange(compileMs_, 0.0); }

private:
    void runKernel(PreparedStage& stage, std::size_t pass, std::vector<TimedCommand>& commands);
    TimedCommand launch(const BuiltKernel& built, const KernelPass& pass);
    void launchFirst(BuiltKernel& built, const KernelPass& pass, std::vector<TimedCommand>& commands);
    template <class F> void addCommand(const std::string& name, std::vector<TimedCommand>& commands, const F& enqueue);
    void runImage(const PreparedStage& stage, const ImagePass& pass, std::vector<TimedCommand>& commands);
    void runFill(const PreparedStage& stage, const FillPass& pass, std::vector<TimedCommand>& commands);
    void runHost(const PreparedStage& stage, const HostPass& pass, std::vector<TimedCommand>& commands);
    void poison(const PreparedStage& stage);
    void checkGuards(const PreparedStage& stage);
    void checkGuard(const DeviceBuffer& buffer, std::uint64_t bytes, const std::string& name);
    bool follows() const { return options_.aheadMs || options_.begun; }
    static bool waitsItself(const PreparedStage& stage, std::size_t pass);
    CommandInFlight estimateOf(const PreparedStage& stage, std::size_t pass) const;
    void makeRoom(const CommandInFlight& next);
    void announce(const PreparedStage& stage);
    void waitForOldest(bool wholeStage);
    void waitForAll();
    void removeOldest();
    HostSpan note(HostWork work, const std::string& name, std::int64_t begin);
    void note(HostWork work, const std::string& name, HostSpan span);

    DeviceSession& session_;
    Options options_;
    HostLog* log_;
    CommandsInFlight inFlight_;
    const PreparedStage* begun_ = nullptr; ///< the stage of the last call of Options::begun in this round
    double compileMs_ = 0;
};

constexpr std::uint64_t guardBytes = 4096;
constexpr std::uint32_t poisonWord = 0xA5A5A5A5;

/// For messages: "its output", or "its buffer NAME". With a kernel of the user it is named as its argument.
std::string bufferName(const Plan& plan, BufferRef buffer);

/// Thrown if a stage changed the bytes behind one of its buffers.
struct OutOfBoundsWrite : Error {
    OutOfBoundsWrite(const std::string& where, const std::string& text)
        : Error(ErrorKind::Device, where + ": a kernel " + text), what_(text) {
        reason = ErrorReason::WritesBeyondBuffer;
    }
    const std::string& finding() const {
        return what_;
    } ///< such as "writes at byte 108, beyond its output of 100 bytes"

private:
    std::string what_;
};

/// Throws cl::Error with the command's status if it failed.
void checkFinished(const TimedCommand& command);

} // namespace lightbench
