// Adds the winners of races to the tuning database, from which `auto` takes them, and formats tuning results for a
// terminal. The commands `tune` and `experiment` use it.
#pragma once

#include <string>
#include <vector>

#include "app/terminal/command_context.h"
#include "core/tuning/tuning_results.h"

namespace lightbench {

/// Adds the winners to the file and returns one line of text for each that was added. Throws Error(Input) if the file
/// cannot be read or written; the file is then unchanged.
std::vector<std::string> storeWinners(const std::vector<TunedRace>& races, const TuningFile& file,
                                      const CommandContext& context);
/// Describes a result, such as "variant=strips workgroup=1, 1.32 times as fast as the built-in choice, the simplest of
/// 3 that tie".
std::string tuningResultText(const TuningResult& result);
/// One paragraph for each device and driver: which results are used now, and why the others are not.
std::string tuningTable(const Tuning& tuning, const FilterCatalog& filters, const std::vector<DeviceInfo>& devices);

} // namespace lightbench
