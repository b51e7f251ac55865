// The signals that ask a program to stop, except those that were ignored when it started.
#pragma once

#include <optional>

namespace lightbench {

/// SIGINT, SIGTERM and SIGHUP without those that were ignored when the program started: a shell's background job
/// ignores Ctrl-C, and what nohup starts ignores a lost terminal. Make it before any thread: they are held back in all
/// of them.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    enum class Heard { Signal, Nothing, End };
    /// Waits for the next one, for so many seconds, or for ever.
    Heard wait(std::optional<int> seconds) const;
    /// Any thread: from now on wait() gives End.
    void end() const;

private:
    int signals_ = -1, end_ = -1; ///< descriptors: a signalfd and an eventfd
};

} // namespace lightbench
