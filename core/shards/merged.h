// Merges the journals of several machines or calls, and removes duplicates. The command line (`experiment`) and `tune`
// use it.
#pragma once

#include <string>
#include <vector>

#include "core/experiment/row.h"

namespace lightbench {

/// The rows of all files, in order. If several files have the same race (or single point) with the same provenance, the
/// most complete one is used as a whole. A finished race precedes an unfinished one, then more samples, then the later
/// one. Rows of different provenance are all kept.
std::vector<PointRow> mergedRows(const std::vector<std::vector<PointRow>>& files, const FilterCatalog& filters);

/// Merges the journals, and `to` first if it exists, into `to`. Returns the rows. Throws Error(Input) that names the
/// file; nothing has changed then.
std::vector<PointRow> mergeJournals(const std::vector<std::string>& from, const std::string& to,
                                    const FilterCatalog& filters);

} // namespace lightbench
