#include "core/base/csv.h"

#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"
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

[[noreturn]] void refuseNumber(const std::string& cell, std::string_view column) {
    fail(ErrorKind::Input, "\"" + shownText(cell) + "\" in column " + std::string(column) + " is not a number");
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

std::string cellOf(const std::string& value) { return value; }
std::string cellOf(double value) { return numberText(value); }
std::string cellOf(int value) { return std::to_string(value); }
std::string cellOf(const std::vector<std::string>& value) { return joined(value, "; "); }

void readCell(const std::string& cell, std::string& value, std::string_view) { value = cell; }

void readCell(const std::string& cell, double& value, std::string_view column) {
    const std::optional<double> number = parsedNumber(cell);
    if (!number) refuseNumber(cell, column);
    value = *number;
}

void readCell(const std::string& cell, int& value, std::string_view column) {
    double number = 0;
    readCell(cell, number, column);
    const bool isWhole = number == std::trunc(number);
    if (!isWhole || !(std::abs(number) <= std::numeric_limits<int>::max())) refuseNumber(cell, column);
    value = int(number);
}

void readCell(const std::string& cell, std::vector<std::string>& value, std::string_view) {
    value.clear();
    if (cell.empty()) return;
    for (const std::string_view part : split(cell, "; "))
        value.emplace_back(part);
}

std::string wordOfColumn(std::string_view column) {
    for (const std::string_view ending : {"_hash", "_wanted", "_s"})
        if (column.ends_with(ending)) column.remove_suffix(ending.size());
    std::string word(column);
    std::ranges::replace(word, '_', ' ');
    return word;
}

void checkUnfinishedHeading(std::string_view text, const CsvRow& heading) {
    if (!parseCsv(text).empty() || csvLine(heading).starts_with(withoutByteOrderMark(text))) return;
    fail(ErrorKind::Input, "it does not hold rows of this program");
}

void refuseCellCount(const std::string& row, std::size_t cells, std::size_t columns) {
    fail(ErrorKind::Input, row + " has " + std::to_string(cells) + " cells, not " + std::to_string(columns));
}

void refuseColumn(const std::string& name, bool isThere) {
    fail(ErrorKind::Input,
         (isThere ? "it has a column that this program does not know: " : "it has no column ") + shownText(name));
}

} // namespace lightbench
