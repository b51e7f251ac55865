// Options that the commands `bench` and `experiment` share, and their conversion to experiment settings; `tune` uses
// some of them. Every function that reads options throws Error(Usage) for wrong values.
#pragma once

#include "app/terminal/command_context.h"
#include "core/experiment/point_measurer.h"

namespace lightbench {

/// The time for each point of a race if --cap is not given.
constexpr double defaultSecondsPerPoint = 5;

/// --format, --repeat, --device and so on, and the files to write. In a race, --repeat counts rounds, and there may be
/// several devices.
std::vector<OptionSpec> measuringOptions(bool races);
/// --margin, --precision, --error and --seed.
std::vector<OptionSpec> raceOptions();
/// Throws Error(Usage).
ExperimentSettings experimentSettings(const Arguments& arguments, const CommandContext& context,
                                      double secondsPerPoint);
/// The settings of an experiment whose points race. Throws Error(Usage).
ExperimentSettings raceSettings(const Arguments& arguments, const CommandContext& context, double secondsPerPoint);
/// True with --quiet, and if a file goes to the standard output, because printed tables would corrupt it.
bool printsNothing(const Arguments& arguments);
/// Parses sizes such as "1080p,4k". Throws Error(Usage).
std::vector<Size> parseSizes(const std::string& text);
/// Splits "a,b,c". Throws Error(Usage) if a part is empty or given twice.
std::vector<std::string> splitList(const std::string& text, const std::string& option);

/// The names that --filter gives, each split at commas. Throws Error(Usage) as splitList.
std::vector<std::string> filterNames(const Arguments& arguments);
/// The filters that --filter names, or all. Throws Error(Usage).
std::vector<const Filter*> filtersOf(const Arguments& arguments, const FilterCatalog& catalog);
/// Returns the stack if at least one stage is enabled, else throws Error(Usage).
Stack requireEnabledStage(Stack stack);
/// The kind of generated images that --image names. Throws Error(Usage) that lists the kinds.
std::string imageKind(const Arguments& arguments);
/// Merges the journals of --merge into that of --journal, and prints how many rows it has now.
std::vector<PointRow> mergedRows(const Arguments& arguments, const CommandContext& context);
OptionSpec axisOption();
/// The axes given by --axis. Throws Error(Usage).
std::vector<Axis> axesOf(const Arguments& arguments, const Stack& stack, CommandContext& context);

} // namespace lightbench
