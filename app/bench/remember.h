// Saves the winners of races to the tuning file, from which variant `auto` reads its choice. The commands `tune` and
// `experiment` use it.
#pragma once

#include <string>
#include <vector>

#include "app/terminal/command_context.h"
#include "core/tuning/tuned_races.h"

namespace lightbench {

/// Adds the winners to the tuning file and returns one line of text for each winner that was added. Throws Error(Input)
/// if the file cannot be read or written; the file is then unchanged.
std::vector<std::string> rememberRaces(const std::vector<TunedRace>& races, const TuningFile& file,
                                       const CommandContext& context);
/// Describes a choice, such as "variant=strips workgroup=1, 1.32 times as fast as the built-in choice, as fast as 2
/// others".
std::string choiceText(const TunedChoice& choice);

} // namespace lightbench
