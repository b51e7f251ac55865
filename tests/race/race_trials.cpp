// Fields, races, bursts.
#include "tests/race/race_trials.h"

#include <algorithm>

using namespace lightbench;

namespace {
constexpr int burst = 20;

/// Who won, and who ties with it.
struct Result {
    int winner = -1;
    std::vector<bool> isBest; ///< wins or ties
};

bool hasValidResult(TrialTruth truth, const Result& result, const std::vector<double>& truths) {
    switch (truth) {
    case TrialTruth::Equal: return std::ranges::all_of(result.isBest, [](bool best) { return best; });
    case TrialTruth::OneBetter: return result.isBest.back();
    case TrialTruth::OneWorse: return result.winner > 0;
    case TrialTruth::Spread: break;
    }
    bool right = truths[std::size_t(result.winner)] < 1.03 * std::ranges::min(truths);
    for (std::size_t i = 0; i < truths.size(); ++i)
        right = right && (result.isBest[i] || truths[i] > std::ranges::min(truths));
    return right;
}

void count(TrialOutcome& outcome, TrialTruth truth, const Result& result, const std::vector<double>& truths) {
    ++outcome.races;
    outcome.right += hasValidResult(truth, result, truths);
    outcome.preferred += result.winner == std::ranges::min_element(truths) - truths.begin();
}

Result resultOf(const RaceStanding& standing) {
    Result result{standing.winner, {}};
    for (const CandidateStanding& one : standing.candidates)
        result.isBest.push_back(one.status == RaceStatus::Winner || one.status == RaceStatus::Tie);
    return result;
}

Result burstResult(SimulatedDevice& device, std::size_t candidates) {
    std::vector<Summary> all;
    for (std::size_t i = 0; i < candidates; ++i) {
        std::vector<double> times(burst);
        std::ranges::generate(times, [&] { return device.timeUs(i); });
        all.push_back(summaryOf(times));
    }
    const auto winner = std::ranges::min_element(all, {}, &Summary::median);
    Result result{int(winner - all.begin()), {}};
    for (const Summary& one : all)
        result.isBest.push_back(one.lowerQuartile <= winner->upperQuartile);
    return result;
}
} // namespace

std::string truthName(TrialTruth truth) {
    switch (truth) {
    case TrialTruth::Equal: return "all equal";
    case TrialTruth::OneBetter: return "one 3 % better";
    case TrialTruth::OneWorse: return "one 10 % worse";
    case TrialTruth::Spread: break;
    }
    return "up to 5 x";
}

std::vector<double> truthsOf(TrialTruth truth, int candidates, const DeviceTraits& device) {
    std::vector<double> truths(std::size_t(candidates), device.tickUs > 0 ? 20.4 * device.tickUs : 400);
    if (truth == TrialTruth::OneBetter) truths.back() *= 0.97;
    if (truth == TrialTruth::OneWorse) truths.front() *= 1.1;
    for (int i = 0; truth == TrialTruth::Spread && i < candidates; ++i)
        if (i % 5 != 2) truths[std::size_t(i)] *= 1.1 + 3.9 * i / candidates;
    return truths;
}

std::vector<RaceCandidate> candidatesOf(int candidates) {
    std::vector<RaceCandidate> all;
    for (int i = 0; i < candidates; ++i)
        all.push_back({"candidate " + std::to_string(i), i});
    return all;
}

RaceStanding raced(TrialTruth truth, int candidates, const DeviceTraits& traits, std::uint64_t seed,
                   RaceSettings settings) {
    SimulatedDevice device(traits, truthsOf(truth, candidates, traits), seed);
    settings.seed = seed;
    settings.tickUs = traits.tickUs;
    Race race(candidatesOf(candidates), settings);
    while (const std::optional<NextTiming> turn = race.next())
        race.add(device.timeUs(turn->candidate, turn->runs));
    return race.standing();
}

TrialOutcome trials(TrialTruth truth, int candidates, const DeviceTraits& device, int races) {
    TrialOutcome outcome;
    const std::vector<double> truths = truthsOf(truth, candidates, device);
    for (int i = 0; i < races; ++i) {
        const RaceStanding standing = raced(truth, candidates, device, std::uint64_t(i) + 1);
        count(outcome, truth, resultOf(standing), truths);
        outcome.rounds += double(standing.rounds) / races;
        for (const CandidateStanding& one : standing.candidates)
            outcome.timings += double(one.timingsUs.size() + one.confirmationUs.size()) / races;
    }
    return outcome;
}

TrialOutcome burstTrials(TrialTruth truth, int candidates, const DeviceTraits& traits, int races) {
    TrialOutcome outcome;
    const std::vector<double> truths = truthsOf(truth, candidates, traits);
    for (int i = 0; i < races; ++i) {
        SimulatedDevice device(traits, truths, std::uint64_t(i) + 1);
        count(outcome, truth, burstResult(device, truths.size()), truths);
        outcome.timings = double(burst) * candidates;
    }
    return outcome;
}
