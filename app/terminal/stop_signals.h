// The signals that ask the command line to stop: SIGINT, SIGTERM and SIGHUP. A thread of its own waits for them.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace lightbench {

/// Turns the signals into a stop request. Two seconds later, or on a second signal, the program is ended at once,
/// unless it is writing a file. Signals that were ignored when the program started stay ignored: a shell's background
/// job ignores Ctrl-C, and nohup ignores a lost terminal. Create it before any thread, because it blocks the signals in
/// all threads.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    std::stop_token token() const { return source_.get_token(); }
    std::atomic<int> writing{0}; ///< number of files being written
    /// Number of waits for a stream that may never deliver. Nothing can be damaged then, so a signal ends the program
    /// at once.
    std::atomic<int> waiting{0};

private:
    enum class Heard { Signal, Nothing, End };
    Heard wait(int milliseconds) const;
    void watch();

    std::stop_source source_;
    int message_ = -1;            ///< a copy of stderr, because stderr may be silenced
    int signals_ = -1, end_ = -1; ///< descriptors: a signalfd, and an eventfd for the end of the thread
    std::thread watcher_;
};

/// Counts up while it lives.
class ScopedCount {
public:
    explicit ScopedCount(std::atomic<int>& count) : count_(count) { ++count_; }
    ~ScopedCount() { --count_; }
    ScopedCount(const ScopedCount&) = delete;
    ScopedCount& operator=(const ScopedCount&) = delete;

private:
    std::atomic<int>& count_;
};

} // namespace lightbench
