// Converts OpenCL events to rows of the timing table: medians and spreads over the repeats. Runs, measurements and
// timelines use it. Times are in microseconds, timestamps in nanoseconds of the device's clock.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/run/clock_correlation.h"
#include "core/run/report.h"
#include "gpu/execution/prepared_stage.h"

namespace lightbench {

/// The timed commands behind one table row in one repeat: device commands, or host work.
struct TimedCommand {
    std::vector<cl::Event> events;
    double hostUs = 0; ///< used if there are no events
    /// The kernel's first launch, before which the driver may compile. That wait counts as build time, not as run time.
    bool isFirstLaunch = false;
    HostSpan call{}; ///< the call that enqueued it, or the host work itself, on the steady clock
};

/// When a command was queued, submitted, started and ended, in nanoseconds of the device's clock.
struct Stamps {
    std::int64_t queued = 0, submitted = 0, started = 0, ended = 0;
    /// False if the driver provides no times, or they run backwards. No command ends in the first microsecond of a
    /// device's clock: rusticl (Mesa 22.3) numbers the four stamps from 0 to 3.
    bool isUsable() const { return ended > 1000 && ended >= started; }
};
Stamps stampsOf(const cl::Event& event);

/// The sum of the commands' run times, microseconds. A command without usable times counts 0, with one entry in
/// `warnings` per name.
double runMicroseconds(const TimedCommand& command, const std::string& name, std::vector<std::string>& warnings);

/// The position of a repeat's rows on a common time axis: the first command of the first stage is at 0.
struct RowClock {
    bool begun = false;
    std::int64_t origin = 0; ///< nanoseconds, the device's clock
    double endUs = 0;        ///< the end of the latest row
};

/// The table rows of one stage, with their samples over all repeats.
class StageTimes {
public:
    /// Makes one row per kernel or fill, and three per host step: download, the step itself, upload. On devices that
    /// share the host's memory, the transfers move no bytes.
    StageTimes(const PreparedStage& stage, bool sharesMemory);
    /// Adds the timed commands of one repeat, one per row.
    void add(const std::vector<TimedCommand>& commands, RowClock& clock, std::vector<std::string>& warnings);
    /// The rows for the report; writeTo fills in their times.
    const std::vector<KernelReport>& rows() const { return rows_; }
    /// The total time of the latest repeat.
    double latestMs() const;
    /// Fills in kernels, gpuMs and gpuSpreadMs.
    void writeTo(StageReport& report) const;

private:
    std::vector<KernelReport> rows_;
    std::vector<std::vector<double>> queued_, submit_;
};

/// The timed commands of one round through the stages, stage by stage.
using RoundCommands = std::vector<std::vector<TimedCommand>>;

struct Repeat {
    TimedCommand up, down;
    std::vector<RoundCommands> rounds;
    HostSpan wall;
    double compileMs = 0; ///< of the wall time: drivers compiled
};

/// The times of all repeats of the stages that a run executes.
class RunTimes {
public:
    /// `takesSpans`: see spansUs().
    RunTimes(std::span<const PreparedStage> stages, bool sharesMemory, bool takesSpans);
    /// Adds a repeat, and its parts to the report.
    void add(const Repeat& repeat, Report& report);
    const StageTimes& ofStage(std::size_t index) const { return stages_[index]; }
    /// By events, from the first start to the last end: microseconds per round, for each repeat.
    const std::vector<double>& spansUs() const { return spansUs_; }
    const std::vector<double>& spansOfStageUs(std::size_t index) const { return stageSpansUs_[index]; }

private:
    void addSpans(const Repeat& repeat);
    std::vector<StageTimes> stages_;
    bool takesSpans_;
    std::vector<double> spansUs_;
    std::vector<std::vector<double>> stageSpansUs_; ///< one row per stage
};

} // namespace lightbench
