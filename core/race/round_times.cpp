#include "core/race/round_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/statistics.h"

namespace lightbench {

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> all(std::min(a.size(), b.size()));
    std::transform(a.begin(), a.begin() + std::ptrdiff_t(all.size()), b.begin(), all.begin(), std::minus());
    return all;
}

void RoundTimes::add(std::size_t candidate, double us) { logs_[candidate].push_back(std::log(us)); }

double RoundTimes::logOfTick(std::size_t a, std::size_t b) const {
    const double tickUs = std::max(ticksUs_[a], ticksUs_[b]);
    constexpr double rounding = 1e-9; // so that times exactly one tick apart count as equal
    return tickUs > 0 && !logs_[b].empty() ? std::log1p(tickUs / std::exp(medianOf(logs_[b]))) + rounding : 0;
}

std::vector<double> RoundTimes::timesUs(std::size_t candidate) const {
    std::vector<double> times;
    for (double log : logs_[candidate])
        times.push_back(std::exp(log));
    return times;
}

std::vector<double> RoundTimes::ratios(std::size_t a, std::size_t b) const { return differences(logs_[a], logs_[b]); }

std::size_t RoundTimes::commonRounds(const std::vector<std::size_t>& candidates) const {
    std::size_t count = candidates.empty() ? 0 : logs_[candidates.front()].size();
    for (std::size_t i : candidates)
        count = std::min(count, logs_[i].size());
    return count;
}

std::vector<double> RoundTimes::roundEffects(const std::vector<std::size_t>& candidates) const {
    std::vector<double> offsets, roundEffects(commonRounds(candidates)), row(candidates.size());
    for (std::size_t i : candidates)
        offsets.push_back(medianOf(logs_[i]));
    for (std::size_t round = 0; round < roundEffects.size(); ++round) {
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = logs_[candidates[i]][round] - offsets[i];
        roundEffects[round] = medianOf(row);
    }
    return roundEffects;
}

std::vector<double> RoundTimes::means(const std::vector<std::size_t>& candidates) const {
    std::vector<double> means(commonRounds(candidates));
    for (std::size_t i : candidates)
        for (std::size_t round = 0; round < means.size(); ++round)
            means[round] += logs_[i][round] / double(candidates.size());
    return means;
}

std::size_t RoundTimes::fastest(const std::vector<std::size_t>& candidates) const {
    const std::vector<double> base = means(candidates);
    std::size_t best = candidates.front();
    double minimum = std::numeric_limits<double>::infinity();
    for (std::size_t i : candidates)
        if (const double log = medianOf(differences(logs_[i], base)); log < minimum) {
            minimum = log;
            best = i;
        }
    return best;
}

} // namespace lightbench
