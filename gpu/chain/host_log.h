// What the host did in a run, by its steady clock. Two looks at the clock an entry: it costs a run nothing to speak of.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core/run/clock_tie.h"

namespace lightbench {

/// Nanoseconds of the host's steady clock.
inline std::int64_t hostNow() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct HostEntry {
    HostWork work = HostWork::Prepare;
    int stage = -1;
    std::string name;
    HostSpan span;
};

class HostLog {
public:
    /// What was begun then ends now.
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
