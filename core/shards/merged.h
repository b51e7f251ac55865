// Journals of several machines or calls put together, without doubles.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

/// The rows of all files in their order. Where several have the same race of the same provenance (or the same point,
/// where it was measured by itself), that of the file which knows most of it counts, whole: a race that is over before
/// one that is not, then the one with more samples, then the later one. What differs in provenance stands side by side.
std::vector<PointRow> mergedRows(const std::vector<std::vector<PointRow>>& files);

/// Reads the journals, and `to` first if it is there, and writes the whole of them to `to`. Gives the rows. Throws
/// Error(Input) that names the file; then nothing has changed.
std::vector<PointRow> mergeJournals(const std::vector<std::string>& from, const std::string& to);

} // namespace lightbench
