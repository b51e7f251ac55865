// Races on simulated devices, again and again, and how often they say what is true.
#pragma once

#include "core/race/race.h"
#include "tests/race/simulated_device.h"

/// What is true of the candidates. The order of preference is against the truth.
enum class TrialTruth {
    Equal,     ///< all take the same
    OneBetter, ///< the least preferred is 3 % faster than the others
    OneWorse,  ///< the most preferred is 10 % slower than the others
    Spread,    ///< a fifth take the same, the others up to five times that
};

std::string truthName(TrialTruth truth);
/// Microseconds. With a coarse clock they last some 20 ticks, so that they must be batched.
std::vector<double> truthsOf(TrialTruth truth, int candidates, const DeviceTraits& device);
std::vector<lightbench::RaceCandidate> candidatesOf(int candidates);

/// Counts of races in which it came out so.
struct TrialOutcome {
    int races = 0;
    int right = 0;     ///< Equal: all tie; OneBetter: it wins or ties; OneWorse: it does not win; Spread: as below
    int preferred = 0; ///< the first of those that are the best in truth is the winner
    double rounds = 0, samples = 0; ///< in the mean; samples without warm-ups
};

/// Runs one race to its end.
lightbench::RaceStanding raced(TrialTruth truth, int candidates, const DeviceTraits& device, std::uint64_t seed,
                               lightbench::RaceSettings settings = {});
/// Of Spread it is right that all of the best tie and nobody wins who takes 3 % longer.
TrialOutcome trials(TrialTruth truth, int candidates, const DeviceTraits& device, int races);
/// The same with the judge that the race stands in for: 20 samples of one candidate after another, all whose lower
/// quartile is not above the upper one of the least median tie, the least median wins.
TrialOutcome burstTrials(TrialTruth truth, int candidates, const DeviceTraits& device, int races);
