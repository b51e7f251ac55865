// Writes and parses comma-separated values (RFC 4180). Journals, tuning files and the file of measured peak rates use
// it; core/base/csv_fields.h maps described structs to rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

using CsvRow = std::vector<std::string>;

/// One line, including its line end. Cells with a comma, a quote or a line end are quoted.
std::string csvLine(const CsvRow& cells);
/// Parses every row that ends with a line end. A last row without one is unfinished and is skipped. Blank lines and a
/// byte-order mark (written by some editors and spreadsheets) are skipped too.
std::vector<CsvRow> parseCsv(std::string_view text);

} // namespace lightbench
