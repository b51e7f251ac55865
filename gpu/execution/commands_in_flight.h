// The commands of a run that the device has not finished, as far as the host knows, oldest first. PlanRunner uses it to
// enqueue ahead without losing sight of the stage that runs, and of how long a stopped run would go on.
#pragma once

#include <deque>
#include <vector>

#include "gpu/driver/cl_error.h"
#include "gpu/execution/prepared_stage.h"

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

/// Sets a kernel's pace by one launch that took so long. A time that is no time says nothing.
void learnPace(Launches& launches, double us, double items);

} // namespace lightbench
