// Repeats races on simulated devices and counts how often their verdict is right. The tests of races use it. Times are
// in microseconds.
#pragma once

#include "core/race/race.h"
#include "tests/race/simulated_device.h"

/// The true times of the candidates. Preference is set against speed: slower candidates are preferred.
enum class TrialTruth {
    Equal,     ///< all are equally fast
    OneBetter, ///< the least preferred is 3 % faster than the others
    OneWorse,  ///< the most preferred is 10 % slower than the others
    Spread,    ///< a fifth are equally fast, the others take up to five times as long
};

std::string truthName(TrialTruth truth);
/// The true times in microseconds. With a coarse clock they are about 20 ticks, so that they must be batched.
std::vector<double> truthsOf(TrialTruth truth, int candidates, const DeviceTraits& device);
std::vector<lightbench::RaceCandidate> candidatesOf(int candidates);

/// Counts of races by outcome.
struct TrialOutcome {
    int races = 0;
    int right = 0;     ///< Equal: all tie; OneBetter: it wins or ties; OneWorse: it does not win; Spread: as below
    int preferred = 0; ///< the most preferred of the truly fastest wins
    double rounds = 0, timings = 0; ///< means over all races; warm-ups are not counted as timings
};

/// Runs one race to its end.
lightbench::RaceStanding raced(TrialTruth truth, int candidates, const DeviceTraits& device, std::uint64_t seed,
                               lightbench::RaceSettings settings = {});
/// Runs many races. For Spread, a race is right if all of the fastest tie and no candidate wins that is 3 % slower.
TrialOutcome trials(TrialTruth truth, int candidates, const DeviceTraits& device, int races);
/// Runs many races with the simpler method that races replaced: 20 timings of each candidate in a row. All candidates
/// tie whose lower quartile is not above the upper quartile of the smallest median; the smallest median wins.
TrialOutcome burstTrials(TrialTruth truth, int candidates, const DeviceTraits& device, int races);
