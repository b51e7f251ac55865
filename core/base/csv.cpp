// Quotes cells as RFC 4180 does, and parses a text in one pass, character by character.
#include "core/base/csv.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"

namespace lightbench {

namespace {
std::string quoted(const std::string& cell) {
    if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
    std::string text = "\"";
    for (char c : cell)
        text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}
/// True for an empty line and for a line of commas alone, which spreadsheets write for empty rows.
bool isBlank(const CsvRow& row) {
    return std::ranges::all_of(row, [](const std::string& cell) { return trimmed(cell).empty(); });
}
} // namespace

std::string csvLine(const CsvRow& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i ? "," : "") + quoted(cells[i]);
    return line + "\n";
}

std::vector<CsvRow> parseCsv(std::string_view text) {
    text = withoutByteOrderMark(text);
    std::vector<CsvRow> rows;
    CsvRow row;
    std::string cell;
    bool inQuotes = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && inQuotes && i + 1 < text.size() && text[i + 1] == '"') {
            cell += '"';
            ++i;
        } else if (c == '"') {
            inQuotes = !inQuotes;
        } else if (inQuotes || (c != ',' && c != '\n' && c != '\r')) {
            cell += c;
        } else if (c != '\r') {
            row.push_back(std::exchange(cell, {}));
            if (c == ',') continue;
            if (!isBlank(row)) rows.push_back(row);
            row.clear();
        }
    }
    return rows;
}

} // namespace lightbench
