// What rows of races say of the fastest, as far as `auto` may go by it.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"
#include "core/filter/tuned_choices.h"

namespace lightbench {

/// One race of the implementations of a stage.
struct TunedRace {
    std::string name;                                       ///< for people: stack, image size and format, device
    TunedChoice winner;                                     ///< what is to be remembered, where `refusal` is empty
    std::vector<std::pair<std::string, std::string>> raced; ///< variants and workgroups that took part
    std::string refusal;                                    ///< why nothing is remembered: one clause
};

/// The races among rows, of one experiment or of merged journals, in the order of their first rows. A race counts if it
/// is over and its winner stands: all was told apart or tied, fresh samples confirmed it, the stack has one stage, and
/// what `auto` takes by the built-in choices took part, so that what is remembered is no worse. `devices`: of this
/// machine, for races in which that has no row called `auto`.
std::vector<TunedRace> tunedRaces(const std::vector<PointRow>& rows, const std::vector<DeviceInfo>& devices);

/// Lays a race's winner over what is remembered. What is there for the same by kernels of the same text stays if it is
/// of a later race, or was not in this one and gained more over the built-in choice; true if the winner is remembered.
bool remember(TuningMemory& memory, const TunedRace& race);

} // namespace lightbench
