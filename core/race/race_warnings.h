// What makes the samples of a race suspect. Each gives a warning, or nothing.
#pragma once

#include <optional>

#include "core/race/race_settings.h"
#include "core/race/race_standing.h"
#include "core/race/round_times.h"

namespace lightbench {

/// Spearman's rank correlation between value and round is beyond chance (one in ten thousand), and the last quarter's
/// median differs from the first one's by 2 % at least. For 20 rounds or more. C. Spearman, American Journal of
/// Psychology 15, 1904; Conover 1999, section 5.4. `logs`: one a round.
std::optional<RaceWarning> driftOf(const std::vector<double>& logs);
/// From one round on the values lie at another level, for five rounds at least: by 3 % or more, and by much more than
/// they differ from round to round. Slow drift is none. For 20 rounds or more.
std::optional<RaceWarning> jumpOf(const std::vector<double>& logs);
/// Two clusters with a gap between them, each with 15 % of the samples or more: split where the variance inside the two
/// is least (N. Otsu, IEEE Transactions on Systems, Man and Cybernetics 9, 1979), told by Ashman's D (K. A. Ashman, C.
/// M. Bird and S. E. Zepf, Astronomical Journal 108, 1994) above 5: cutting one normal hump gives 2.7, a uniform one
/// 3.5. For 30 rounds or more, and steps of the clock smaller than the gap. `logs`: against the rounds' middles, where
/// those are of several candidates. `timesUs` and `tickUs` are of one run.
std::optional<RaceWarning> humpsOf(std::vector<double> logs, const std::vector<double>& timesUs, double tickUs);
/// The median sample lasts fewer ticks. Where the clock's tick was known, the warm-up misled.
/// `timesUs` and `tickUs` are of one run.
std::optional<RaceWarning> fewTicks(const std::vector<double>& timesUs, double tickUs, int leastTicks);
/// In one sample of ten or more the host took more than twice the device's time (and a launch's allowance).
std::optional<RaceWarning> otherLoad(int walls, int lateWalls);
/// By the fresh rounds alone somebody is faster than the winner by more than margin and precision, at the race's error.
std::optional<RaceWarning> unconfirmed(const RoundTimes& fresh, std::size_t winner,
                                       const std::vector<RaceCandidate>& candidates, const RaceSettings& settings);

} // namespace lightbench
