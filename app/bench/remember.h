// What commands do with the races that they ran: they are remembered for `auto`.
#pragma once

#include <string>
#include <vector>

#include "app/terminal/console.h"
#include "core/tuning/tuned_races.h"

namespace lightbench {

/// Adds the winners to the memory and gives a line for people of each that it took. Throws Error(Input) if the file
/// cannot be read or written; then it is as it was.
std::vector<std::string> rememberRaces(const std::vector<TunedRace>& races, const TuningFile& file,
                                       const Console& console);
/// "variant=strips workgroup=1, 1.32 times as fast as the built-in choice, as fast as 2 others"
std::string choiceText(const TunedChoice& choice);

} // namespace lightbench
