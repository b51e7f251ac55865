// The timings of a race as a table of candidates and rounds, stored as logarithms, and the ratios within rounds. Race,
// test and warnings read it.
#pragma once

#include <cstddef>
#include <vector>

#include "core/race/median_interval.h"

namespace lightbench {

/// A candidate has one timing per round until it is eliminated.
class RoundTimes {
public:
    RoundTimes() = default;
    explicit RoundTimes(std::size_t candidates) : logs_(candidates), ticksUs_(candidates) {}
    void add(std::size_t candidate, double us);
    /// The clock's tick relative to this candidate's time: microseconds per run, 0: unknown.
    void setTick(std::size_t candidate, double us) { ticksUs_[candidate] = us; }
    /// The logarithm of the ratio a / b that the clock alone can produce for equal times: a difference of one tick of
    /// the coarser timings.
    double logOfTick(std::size_t a, std::size_t b) const;
    int rounds(std::size_t candidate) const { return int(logs_[candidate].size()); }
    /// Logarithms of microseconds, one per round.
    const std::vector<double>& logs(std::size_t candidate) const { return logs_[candidate]; }
    std::vector<double> timesUs(std::size_t candidate) const;
    /// Logarithms of a / b for each round that has both.
    std::vector<double> ratios(std::size_t a, std::size_t b) const;
    LogInterval interval(std::size_t a, std::size_t b, double error) const {
        return medianInterval(ratios(a, b), error);
    }
    /// How the rounds differ, independent of the candidates: for each common round the median of the logarithms, each
    /// minus its own median over the rounds.
    std::vector<double> roundEffects(const std::vector<std::size_t>& candidates) const;
    /// The candidate with the lowest median relative to the geometric means of the rounds; the first of several.
    /// (Relative to medians, one of three would always be 0.) Needs at least one.
    std::size_t fastest(const std::vector<std::size_t>& candidates) const;

private:
    std::size_t commonRounds(const std::vector<std::size_t>& candidates) const;
    std::vector<double> means(const std::vector<std::size_t>& candidates) const;

    std::vector<std::vector<double>> logs_;
    std::vector<double> ticksUs_;
};

/// a - b, up to the shorter length.
std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b);

} // namespace lightbench
