// The options that the commands of the bench share.
#pragma once

#include "app/bench_journal.h"
#include "app/bench_points.h"
#include "app/cli_commands.h"

namespace lightbench {

/// --format, --repeat, --device ... and the files to write.
std::vector<OptionSpec> measuringOptions();
/// A command's own options, and these.
std::vector<OptionSpec> withMeasuringOptions(std::vector<OptionSpec> own);
/// Throws Error(Usage).
PointOptions pointOptions(const Arguments& arguments, const Session& session, double capSeconds);
/// "1080p,4k" as sizes. Throws Error(Usage).
std::vector<Size> sizesOf(const std::string& text);
/// The parts of "a,b,c", none of them empty. Throws Error(Usage).
std::vector<std::string> listOf(const std::string& text, const std::string& option);

/// Measures points in turn, those that the journal knows excepted; prints and writes every row as it comes. The exit
/// code: Differs if a result differs from its reference.
int runPoints(const std::vector<BenchPoint>& points, PointRunner& runner, BenchJournal& journal, Session& session,
              bool quiet, std::vector<BenchRow>* rows = nullptr);
/// The device and its ceilings, printed and put at the head of the report.
void tellDevice(PointRunner& runner, int device, BenchJournal& journal, bool quiet);

} // namespace lightbench
