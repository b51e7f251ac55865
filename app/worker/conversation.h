// How long the program waits for its worker during one request: for data, for a stop, or until patience ends.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

#include "app/worker/channel.h"
#include "core/run/engine.h"

namespace lightbench {

/// No sign of progress within Patience::progressSeconds.
struct NoProgress {};
/// The worker was asked to stop and has not within Patience::stopSeconds.
struct StopIgnored {};

struct Patience {
    double progressSeconds = 0; ///< 0: for ever
    double stopSeconds = 1;
};

/// Is the channel's waiter while it lives. Its waiting throws NoProgress and StopIgnored.
class Conversation {
public:
    /// `meanwhile` is called several times a second while it waits.
    Conversation(Channel& channel, const Patience& patience, const std::stop_token& stop,
                 std::function<void()> meanwhile = {});
    ~Conversation();
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// The request is out in full: from now on a stop can be passed on.
    void requestSent();
    /// What the worker is at.
    void note(const RunProgress& progress);
    int stage() const { return stage_; }

private:
    using Clock = std::chrono::steady_clock;
    void wait(short events);
    void passStopOn();
    /// Nothing: wait for ever.
    std::optional<Clock::time_point> end() const;
    void giveUpIfLate() const;

    Channel& channel_;
    Patience patience_;
    std::stop_token stop_;
    std::function<void()> meanwhile_;
    int wake_; ///< an eventfd: a stop ends the wait at once
    std::optional<std::stop_callback<std::function<void()>>> onStop_;
    Clock::time_point lastSign_ = Clock::now();
    std::optional<Clock::time_point> stopped_; ///< when the stop was seen
    bool requestSent_ = false, stopSent_ = false;
    bool checking_ = false; ///< a reference is at work, which ends by itself
    int stage_ = -1;
};

} // namespace lightbench
