#include "core/race/sequential_test.h"

#include <algorithm>
#include <cmath>

#include "core/base/statistics.h"

namespace lightbench {

namespace {
constexpr int firstTestRound = 10;

/// The rounds after which the race is tested, each a quarter later than the last: few tests share the error, and no
/// candidate stays much too long.
std::vector<int> testRoundsUntil(int maxRounds) {
    std::vector<int> rounds;
    for (int round = firstTestRound; round < maxRounds; round += round / 4)
        rounds.push_back(round);
    rounds.push_back(maxRounds);
    return rounds;
}

double pairsOf(std::size_t candidates) { return std::max(1.0, double(candidates) * double(candidates - 1)); }
} // namespace

SequentialTest::SequentialTest(const RaceSettings& settings, std::size_t candidates)
    : settings_(settings), testRounds_(testRoundsUntil(settings.maxRounds)),
      claimError_(settings.error / (pairsOf(candidates) * double(testRounds_.size()))) {}

bool SequentialTest::isTestRound(int round) const { return std::ranges::binary_search(testRounds_, round); }

/// The least log ratio that counts as slower: the margin or the clock's resolution, whichever is larger.
double SequentialTest::minLog(const RoundTimes& times, std::size_t candidate, std::size_t best) const {
    return std::max(std::log1p(settings_.margin), times.logOfTick(candidate, best));
}

bool SequentialTest::isSettled(const LogInterval& toBest) const {
    return toBest.upper <= std::log1p(settings_.margin) || toBest.halfWidth() <= std::log1p(settings_.precision);
}

SequentialTest::Outcome SequentialTest::after(const RoundTimes& times, const std::vector<std::size_t>& racing) const {
    Outcome found{times.fastest(racing)};
    for (std::size_t i : racing) {
        if (i == found.best) continue;
        const LogInterval toBest = times.interval(i, found.best, claimError_);
        if (toBest.lower > minLog(times, i, found.best)) {
            found.eliminated.push_back({i, toBest});
            continue;
        }
        found.precision = std::max(found.precision, std::expm1(toBest.halfWidth()));
        found.isPrecise = found.isPrecise && isSettled(toBest);
    }
    return found;
}

std::vector<std::size_t> SequentialTest::pruned(const RoundTimes& times, const std::vector<std::size_t>& racing) const {
    std::vector<std::size_t> found;
    if (settings_.pruneFactor <= 0) return found;
    const std::size_t best = times.fastest(racing);
    const double maximum = medianOf(times.logs(best)) + std::log(settings_.pruneFactor);
    std::ranges::copy_if(racing, std::back_inserter(found), [&](std::size_t i) {
        return std::ranges::min(times.logs(i)) > maximum + times.logOfTick(i, best);
    });
    return found;
}

std::size_t SequentialTest::preferred(const RoundTimes& times, const std::vector<std::size_t>& racing,
                                      const std::vector<RaceCandidate>& candidates) const {
    const std::size_t best = times.fastest(racing);
    const double maximum = std::log1p(settings_.margin) + std::log1p(settings_.precision);
    std::size_t first = best;
    for (std::size_t i : racing)
        if (std::pair(candidates[i].rank, i) < std::pair(candidates[first].rank, first) &&
            medianOf(times.ratios(i, best)) <= std::max(maximum, times.logOfTick(i, best)))
            first = i;
    return first;
}

} // namespace lightbench
