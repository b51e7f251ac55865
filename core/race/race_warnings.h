// Tests that detect suspicious timings of a race: drift, jumps, two clusters, a coarse clock, other load. Each returns
// a warning or nothing; core/race/race.cpp collects them.
#pragma once

#include <optional>

#include "core/race/race_settings.h"
#include "core/race/race_standing.h"
#include "core/race/round_times.h"

namespace lightbench {

/// Drift: Spearman's rank correlation between value and round is beyond chance (one in ten thousand). The medians of
/// the first and last quarter also differ by at least 2 %. Needs 20 rounds. C. Spearman, American Journal of Psychology
/// 15, 1904; Conover 1999, section 5.4. `logs` has one value per round.
std::optional<RaceWarning> driftOf(const std::vector<double>& logs);
/// Jump: from one round on, for at least five rounds, the values are at another level. The change is at least 3 % and
/// much larger than the variation from round to round. Slow drift does not count. Needs 20 rounds.
std::optional<RaceWarning> jumpOf(const std::vector<double>& logs);
/// Two clusters with a gap between them, each with at least 15 % of the timings. They are split at the least variance
/// within the two (N. Otsu, IEEE Transactions on Systems, Man and Cybernetics 9, 1979). Ashman's D must exceed 5 (K. A.
/// Ashman, C. M. Bird and S. E. Zepf, Astronomical Journal 108, 1994); splitting one normal cluster gives 2.7, a
/// uniform one 3.5. Needs 30 rounds, and clock ticks smaller than the gap. `logs` are relative to the rounds'
/// roundEffects if there are several candidates. `timesUs` and `tickUs` are per run.
std::optional<RaceWarning> bimodality(std::vector<double> logs, const std::vector<double>& timesUs, double tickUs);
/// The median timing lasts fewer than `minTicks`. If the clock's tick was known, the warm-up was misleading.
/// `timesUs` and `tickUs` are per run.
std::optional<RaceWarning> fewTicks(const std::vector<double>& timesUs, double tickUs, int minTicks);
/// In at least 10 % of the timings the host needed more than twice the device's time, plus an allowance for the launch.
std::optional<RaceWarning> otherLoad(int walls, int lateWalls);
/// By the final measurements alone, a finalist is faster than the winner by more than margin and precision, at the
/// race's error.
std::optional<RaceWarning> unconfirmed(const RoundTimes& confirmation, std::size_t winner,
                                       const std::vector<RaceCandidate>& candidates, const RaceSettings& settings);

} // namespace lightbench
