// Receives the signals that ask a program to stop. StopOnSignal waits for them on a thread of its own. Signals that
// were ignored when the program started stay ignored.
#pragma once

#include <optional>

namespace lightbench {

/// SIGINT, SIGTERM and SIGHUP, except those that were ignored at program start: a shell's background job ignores
/// Ctrl-C, and nohup ignores a lost terminal. Create it before any thread, because it blocks the signals in all
/// threads.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    enum class Heard { Signal, Nothing, End };
    /// Waits for the next signal, for at most `seconds`, or without a limit.
    Heard wait(std::optional<int> seconds) const;
    /// From now on wait() returns End. Any thread may call it.
    void end() const;

private:
    bool isWatching() const { return signals_ >= 0 && end_ >= 0; }
    int signals_ = -1, end_ = -1; ///< descriptors: a signalfd and an eventfd
};

} // namespace lightbench
