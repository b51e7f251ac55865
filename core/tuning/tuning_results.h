// Extracts from races the tuning results that are stored for `auto`, and says which of the stored ones it uses. The
// bench and the window's tuning store use it.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"
#include "core/framework/tuning_database.h"
#include "core/run/resolve.h"

namespace lightbench {

/// One race between implementations of a stage.
struct TunedRace {
    std::string name;                                       ///< for people: stack, image size and format, device
    TuningResult winner;                                    ///< the result to store, if `refusal` is empty
    std::vector<std::pair<std::string, std::string>> raced; ///< the variants and workgroups that took part
    std::string refusal;                                    ///< why nothing is stored: one clause
};

/// The races among rows of one experiment or of merged journals, in the order of their first rows. A race counts if it
/// is finished and all candidates were distinguished or tied. The final measurements must confirm its winner, the stack
/// must have one stage, and the built-in choice must have taken part. So a tuning result is never worse than the
/// built-in choice. `devices` are this machine's, for races without a row called `auto`. A race whose stack is not of
/// these filters is refused.
std::vector<TunedRace> tunedRaces(const std::vector<PointRow>& rows, const FilterCatalog& filters,
                                  const std::vector<DeviceInfo>& devices);

/// Stores a race's winner; returns true if it was stored. An existing entry for the same conditions and kernels stays
/// if its race is later. It also stays if it did not take part in this race and gained more over the built-in choice.
bool addResult(TuningDatabase& database, const TunedRace& race);

/// Empty if `auto` uses the result on one of these devices, otherwise the reason: "measured with another driver; it is
/// 3.2 now".
std::string unusedReason(const TuningResult& result, const Tuning& tuning, const FilterCatalog& filters,
                         const std::vector<DeviceInfo>& devices);

} // namespace lightbench
