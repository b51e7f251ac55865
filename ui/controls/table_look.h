// How tables of results look and behave: rows are chosen and copied, nothing is edited.
#pragma once

class QTableView;

namespace lightbench {

/// Whole rows of one height, scrolled by pixels; no grid, no numbers beside the rows.
void makeResultTable(QTableView& table);

} // namespace lightbench
