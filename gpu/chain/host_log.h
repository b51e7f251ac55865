// Logs what the host does during a run, with times of its steady clock in nanoseconds, for timelines. An entry costs
// two clock readings. Used from the engine's thread.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core/run/clock_correlation.h"

namespace lightbench {

/// The host's steady clock in nanoseconds.
inline std::int64_t hostNow() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The stage index of work that belongs to the whole run rather than to one stage.
inline constexpr int wholeRun = -1;

struct HostEntry {
    HostWork work = HostWork::Prepare;
    int stage = wholeRun;
    std::string name;
    HostSpan span;
};

class HostLog {
public:
    /// Adds work that began at `begin` and ends now.
    HostSpan add(HostWork work, int stage, std::string name, std::int64_t begin) {
        entries_.push_back({work, stage, std::move(name), {begin, hostNow()}});
        return entries_.back().span;
    }
    void add(HostEntry entry) { entries_.push_back(std::move(entry)); }
    const std::vector<HostEntry>& entries() const { return entries_; }
    std::vector<HostEntry> take() { return std::exchange(entries_, {}); }

private:
    std::vector<HostEntry> entries_;
};

} // namespace lightbench
