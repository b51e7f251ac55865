// The options that the commands of the bench share.
#pragma once

#include "app/terminal/commands.h"
#include "core/experiment/point_measurer.h"

namespace lightbench {

/// --format, --repeat, --device ... and the files to write.
std::vector<OptionSpec> measuringOptions();
/// A command's own options, and these.
std::vector<OptionSpec> withMeasuringOptions(std::vector<OptionSpec> own);
/// Throws Error(Usage).
ExperimentSettings experimentSettings(const Arguments& arguments, const Console& console, double capSeconds);
/// A command's own options, and those of measuring and of races: --repeat counts rounds there.
std::vector<OptionSpec> withRaceOptions(std::vector<OptionSpec> own);
/// The settings of an experiment whose points race. Throws Error(Usage).
ExperimentSettings raceSettings(const Arguments& arguments, const Console& console, double capSeconds);
/// True with --quiet, and where a file goes to the standard output: tables in it would spoil it.
bool printsNothing(const Arguments& arguments);
/// "1080p,4k" as sizes. Throws Error(Usage).
std::vector<Size> sizesOf(const std::string& text);
/// The parts of "a,b,c", none of them empty or given twice. Throws Error(Usage).
std::vector<std::string> listOf(const std::string& text, const std::string& option);

/// The stack, if a stage of it is enabled. Throws Error(Usage).
Stack measurable(Stack stack);
OptionSpec axisOption();
/// The axes that --axis gives. Throws Error(Usage).
std::vector<Axis> axesOf(const Arguments& arguments, const Stack& stack, Console& console);

} // namespace lightbench
