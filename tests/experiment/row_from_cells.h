// Reads one row of a journal from its cells.
#pragma once

#include "core/experiment/row.h"

namespace lightbench::tests {

/// The cells must match the columns. Throws Error(Input) if one is malformed.
inline PointRow rowFromCells(const CsvRow& cells) { return rowsOfFile({rowColumns(), cells}).at(0); }

} // namespace lightbench::tests
