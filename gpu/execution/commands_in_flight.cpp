// Asks events for their status, and waits for them in order.
#include "gpu/execution/commands_in_flight.h"

#include <algorithm>
#include <utility>

#include "gpu/execution/timing.h"

namespace lightbench {

void CommandsInFlight::add(CommandInFlight command) {
    us_ += command.us;
    commands_.push_back(std::move(command));
}

bool CommandsInFlight::isOldestFinished() const {
    // Failed commands have a negative status.
    return oldest().event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() <= CL_COMPLETE;
}

void CommandsInFlight::waitForOldest(bool wholeStage) const {
    const auto isOther = [&](const CommandInFlight& one) { return one.stage != oldest().stage; };
    const auto end = wholeStage ? std::ranges::find_if(commands_, isOther) : commands_.begin() + 1;
    try {
        (end - 1)->event.wait();
    } catch (const cl::Error& error) {
        if (error.err() != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) throw; // else remove() says which one failed
    }
}

void CommandsInFlight::remove(ErrorContext& context) {
    CommandInFlight command = std::move(commands_.front());
    commands_.pop_front();
    us_ = commands_.empty() ? 0 : us_ - command.us;
    context = command.context;
    const cl_int status = command.event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (status < 0) throw cl::Error(status, "the command");
    if (command.launches) finished_.push_back(std::move(command));
}

void CommandsInFlight::learn() {
    for (const CommandInFlight& command : std::exchange(finished_, {}))
        if (const Stamps stamps = stampsOf(command.event); stamps.isUsable())
            learnPace(*command.launches, double(stamps.ended - stamps.started) / 1000, command.items);
}

void learnPace(Launches& launches, double us, double items) {
    if (us > 0 && items > 0) launches.usPerItem = us / items;
}

} // namespace lightbench
