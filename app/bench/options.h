// The options that the commands of the bench share.
#pragma once

#include "app/terminal/commands.h"
#include "core/experiment/journal.h"
#include "core/experiment/point_measurer.h"

namespace lightbench {

/// --format, --repeat, --device ... and the files to write.
std::vector<OptionSpec> measuringOptions();
/// A command's own options, and these.
std::vector<OptionSpec> withMeasuringOptions(std::vector<OptionSpec> own);
/// Throws Error(Usage).
PointOptions pointOptions(const Arguments& arguments, const Console& console, double capSeconds);
/// True with --quiet, and where a file goes to the standard output: tables in it would spoil it.
bool printsNothing(const Arguments& arguments);
/// "1080p,4k" as sizes. Throws Error(Usage).
std::vector<Size> sizesOf(const std::string& text);
/// The parts of "a,b,c", none of them empty or given twice. Throws Error(Usage).
std::vector<std::string> listOf(const std::string& text, const std::string& option);

/// The stack, if a stage of it is enabled. Throws Error(Usage).
Stack measurable(Stack stack);
/// Measures points in turn, those that the journal knows excepted; prints and writes every row as it comes. `rows` has
/// one for each point from the beginning: those that did not come yet name their points only.
void runPoints(const std::vector<ExperimentPoint>& points, PointMeasurer& runner, Journal& journal, Console& console,
               bool quiet, std::vector<PointRow>& rows);
/// The exit code, and one line on stderr where it is not Done: DeviceFailed if not one point has a time, Differs if a
/// result differs from its reference.
int conclude(const std::vector<PointRow>& rows, const Console& console);
/// The points' devices and their ceilings, printed and put at the head of the report.
void tellDevices(PointMeasurer& runner, const std::vector<ExperimentPoint>& points, Journal& journal, bool quiet);

} // namespace lightbench
