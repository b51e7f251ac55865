// Look and behaviour of result tables: the user can select and copy rows, but not edit. The experiment, timing and
// mismatch tables use it.
#pragma once

class QTableView;

namespace lightbench {

/// Sets up whole rows of equal height, scrolling by pixels, no grid and no row numbers.
void makeResultTable(QTableView& table);

} // namespace lightbench
