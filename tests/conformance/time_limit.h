// Ends a conformance walk after so many seconds, and names what did not run. It is for GPUs whose compiler takes
// minutes. A limited walk has an order: the default parameters of all filters come first.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace lightbench {

class TimeLimit {
public:
    /// 0: no limit.
    explicit TimeLimit(double seconds) : seconds_(seconds) {}
    bool isSet() const { return seconds_ > 0; }
    bool isOver() const;
    /// Notes a variant, with the formats, that has not run or not to its end.
    void leaveOut(const std::string& what) { leftOut_.push_back(what); }
    /// Empty if all has run; else a line for each that has not.
    std::string leftOut() const;

private:
    using Clock = std::chrono::steady_clock;
    double seconds_;
    Clock::time_point start_ = Clock::now();
    std::vector<std::string> leftOut_;
};

/// The seconds that --time-limit names. Throws Error(Usage) for what is no positive number.
double parseTimeLimit(const std::string& text);

} // namespace lightbench
