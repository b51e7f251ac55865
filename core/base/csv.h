// Comma-separated values as RFC 4180 has them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

using CsvRow = std::vector<std::string>;

/// One line with its line end. Cells with a comma, a quote or a line end stand in double quotes.
std::string csvLine(const CsvRow& cells);
/// All rows that end with a line end: a last one without is unfinished and left out. Blank lines and a byte-order
/// mark, which editors and spreadsheets put in front, are left out.
std::vector<CsvRow> parseCsv(std::string_view text);

} // namespace lightbench
