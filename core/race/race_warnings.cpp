// Rank correlation finds drift, medians of windows find jumps, and the best split of sorted values finds clusters.
#include "core/race/race_warnings.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/statistics.h"
#include "core/base/text.h"

namespace lightbench {

namespace {
constexpr std::size_t minRounds = 20, minRoundsOfHumps = 30;
constexpr double rareNormal = 3.89; // two-sided probability of 1 in 10 000
constexpr double minDrift = 0.02, minJump = 0.03, minGap = 0.02;
constexpr std::size_t jumpWindow = 5;
/// The difference of two medians of five has a standard deviation of 0.8 times one value's. The largest of a hundred
/// such differences stays below 5 times that.
constexpr double jumpSigmas = 5;
constexpr double minShare = 0.15, minSeparation = 5;

/// Ranks from 0; equal values share their mean rank.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first;
        while (last + 1 < order.size() && values[order[last + 1]] == values[order[first]])
            ++last;
        for (std::size_t i = first; i <= last; ++i)
            ranks[order[i]] = double(first + last) / 2;
        first = last + 1;
    }
    return ranks;
}

/// Pearson's correlation of the ranks with 0, 1, 2 ... (Spearman).
double rankCorrelation(const std::vector<double>& values) {
    const std::vector<double> ranks = ranksOf(values);
    const double mean = double(values.size() - 1) / 2;
    double both = 0, ofRounds = 0, ofRanks = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        both += (double(i) - mean) * (ranks[i] - mean);
        ofRounds += (double(i) - mean) * (double(i) - mean);
        ofRanks += (ranks[i] - mean) * (ranks[i] - mean);
    }
    return ofRanks > 0 ? both / std::sqrt(ofRounds * ofRanks) : 0;
}

double medianBetween(const std::vector<double>& values, std::size_t first, std::size_t last) {
    return medianOf({values.begin() + std::ptrdiff_t(first), values.begin() + std::ptrdiff_t(last)});
}

/// The standard deviation of one value, estimated from differences of neighbours.
double roughness(const std::vector<double>& values) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < values.size(); ++i)
        steps.push_back(std::abs(values[i] - values[i - 1]));
    return 1.4826 * medianOf(steps) / std::sqrt(2.0);
}

std::string percentOfLog(double log) { return threeDigits(100 * std::abs(std::expm1(log))) + " %"; }
std::string direction(double log) { return log > 0 ? " longer" : " shorter"; }

/// Count, mean and variance of a part of a list, computed from running sums.
struct Cluster {
    double count = 0, mean = 0, variance = 0;
};

class Sums {
public:
    explicit Sums(const std::vector<double>& values) {
        for (double value : values) {
            sum_.push_back(sum_.back() + value);
            squares_.push_back(squares_.back() + value * value);
        }
    }
    Cluster between(std::size_t first, std::size_t last) const {
        const double count = double(last - first);
        const double mean = (sum_[last] - sum_[first]) / count;
        return {count, mean, std::max(0.0, (squares_[last] - squares_[first]) / count - mean * mean)};
    }

private:
    std::vector<double> sum_{0.0}, squares_{0.0};
};

/// The split with the least variance within its two clusters; both have at least minShare of the values.
std::size_t bestSplit(const Sums& sums, std::size_t size) {
    const std::size_t minimum = std::size_t(std::ceil(minShare * double(size)));
    std::size_t best = minimum;
    double within = std::numeric_limits<double>::infinity();
    for (std::size_t split = minimum; split + minimum <= size; ++split) {
        const Cluster low = sums.between(0, split), high = sums.between(split, size);
        const double both = low.count * low.variance + high.count * high.variance;
        if (both < within) {
            within = both;
            best = split;
        }
    }
    return best;
}

double separation(const Cluster& low, const Cluster& high) {
    return std::sqrt(2.0) * (high.mean - low.mean) / std::sqrt(low.variance + high.variance + 1e-12);
}
} // namespace

std::optional<RaceWarning> driftOf(const std::vector<double>& logs) {
    if (logs.size() < minRounds) return std::nullopt;
    const std::size_t quarter = logs.size() / 4;
    const double change = medianBetween(logs, logs.size() - quarter, logs.size()) - medianBetween(logs, 0, quarter);
    const double correlation = rankCorrelation(logs);
    if (std::abs(correlation) * std::sqrt(double(logs.size() - 1)) < rareNormal || std::abs(change) < minDrift)
        return std::nullopt;
    return RaceWarning{RaceWarning::Drift, std::exp(change),
                       "drift: took " + percentOfLog(change) + direction(change) + " at the end than at the beginning"};
}

std::optional<RaceWarning> jumpOf(const std::vector<double>& logs) {
    if (logs.size() < minRounds) return std::nullopt;
    std::size_t place = 0;
    double jump = 0;
    for (std::size_t i = jumpWindow; i + jumpWindow <= logs.size(); ++i) {
        const double step = medianBetween(logs, i, i + jumpWindow) - medianBetween(logs, i - jumpWindow, i);
        if (std::abs(step) <= std::abs(jump)) continue;
        jump = step;
        place = i;
    }
    if (std::abs(jump) < std::max(minJump, jumpSigmas * roughness(logs))) return std::nullopt;
    return RaceWarning{RaceWarning::Jump, std::exp(jump),
                       "all took " + percentOfLog(jump) + direction(jump) + " from round " + std::to_string(place + 1) +
                           " on: the clock changed, or other load started or stopped"};
}

std::optional<RaceWarning> bimodality(std::vector<double> logs, const std::vector<double>& timesUs, double tickUs) {
    if (logs.size() < minRoundsOfHumps) return std::nullopt;
    std::ranges::sort(logs);
    const Sums sums(logs);
    const std::size_t split = bestSplit(sums, logs.size());
    const Cluster low = sums.between(0, split), high = sums.between(split, logs.size());
    const double gap = high.mean - low.mean;
    if (separation(low, high) < minSeparation || gap < minGap + 2 * tickUs / medianOf(timesUs)) return std::nullopt;
    return RaceWarning{RaceWarning::Bimodal, std::exp(gap),
                       "two kinds of times: " + threeDigits(100 * high.count / double(logs.size())) + " % took " +
                           percentOfLog(gap) + " longer than the others"};
}

std::optional<RaceWarning> fewTicks(const std::vector<double>& timesUs, double tickUs, int minTicks) {
    const double ticks = tickUs > 0 ? medianOf(timesUs) / tickUs : minTicks;
    if (timesUs.empty() || ticks >= minTicks) return std::nullopt;
    return RaceWarning{RaceWarning::FewTicks, ticks,
                       "the times are " + threeDigits(ticks) + " ticks of the clock, fewer than " +
                           std::to_string(minTicks) + ": times a tick apart tie"};
}

std::optional<RaceWarning> otherLoad(int walls, int lateWalls) {
    if (lateWalls == 0 || lateWalls * 10 < walls) return std::nullopt;
    const double share = double(lateWalls) / walls;
    return RaceWarning{RaceWarning::OtherLoad, share,
                       "in " + threeDigits(100 * share) +
                           " % of the repeats, the host took more than twice as long as " + "the device: other load"};
}

std::optional<RaceWarning> unconfirmed(const RoundTimes& confirmation, std::size_t winner,
                                       const std::vector<RaceCandidate>& candidates, const RaceSettings& settings) {
    const double maximum = std::log1p(settings.margin) + std::log1p(settings.precision);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const LogInterval behind = confirmation.interval(winner, i, settings.error / settings.finalists);
        if (behind.lower > maximum)
            return RaceWarning{RaceWarning::NotConfirmed, std::exp(behind.middle),
                               "measured again, " + candidates[i].name + " was faster than the winner by " +
                                   percentOfLog(-behind.middle)};
    }
    return std::nullopt;
}

} // namespace lightbench
