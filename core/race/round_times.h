// The samples of a race as a table of candidates and rounds, and the ratios inside the rounds.
#pragma once

#include <cstddef>
#include <vector>

#include "core/race/median_interval.h"

namespace lightbench {

/// A candidate has a sample of every round until it leaves.
class RoundTimes {
public:
    RoundTimes() = default;
    explicit RoundTimes(std::size_t candidates) : logs_(candidates), ticksUs_(candidates) {}
    void add(std::size_t candidate, double us);
    /// The clock's tick as a part of this candidate's time: microseconds of one run, 0: not known.
    void setTick(std::size_t candidate, double us) { ticksUs_[candidate] = us; }
    /// The logarithm of a's time over b's that the clock alone may make of equal times: their medians would be one tick
    /// of the coarser samples apart.
    double logOfTick(std::size_t a, std::size_t b) const;
    int rounds(std::size_t candidate) const { return int(logs_[candidate].size()); }
    /// Logarithms of microseconds, one a round.
    const std::vector<double>& logs(std::size_t candidate) const { return logs_[candidate]; }
    std::vector<double> timesUs(std::size_t candidate) const;
    /// Logarithms of a's time over b's, of each round that has both.
    std::vector<double> ratios(std::size_t a, std::size_t b) const;
    LogInterval interval(std::size_t a, std::size_t b, double error) const {
        return medianInterval(ratios(a, b), error);
    }
    /// Of each round that all of these have: the median of their logarithms, each less its own median over the rounds.
    /// It says how the rounds differ, whoever is in them.
    std::vector<double> middles(const std::vector<std::size_t>& candidates) const;
    /// Which of these lies lowest against the rounds' geometric means, in the median; the first of several. (Against
    /// medians one of three would lie at 0 itself.) Needs one at least.
    std::size_t fastest(const std::vector<std::size_t>& candidates) const;

private:
    std::size_t commonRounds(const std::vector<std::size_t>& candidates) const;
    std::vector<double> means(const std::vector<std::size_t>& candidates) const;

    std::vector<std::vector<double>> logs_;
    std::vector<double> ticksUs_;
};

/// a - b, as far as both go.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b);

} // namespace lightbench
