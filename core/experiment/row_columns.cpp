// Converts rows to CSV and JSON and back; the columns follow from the fields of the struct (declared in row.h).
#include <algorithm>

#include "core/base/csv_fields.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/experiment/row.h"
#include "core/run/report_json.h"

namespace lightbench {

Json toJson(PointStatus status) { return statusName(status); }

namespace {
/// Calls f(field, value) for each column of a row, in order.
template <class Row, class F> void forEachColumn(Row& row, F f) {
    for (const unsigned part : {0u, unsigned(Origin), unsigned(Later)})
        forEachLeaf(row, [&](auto field, auto& value) {
            const unsigned itsPart = field.is(Later) ? Later : field.is(Origin) ? Origin : 0u;
            if (itsPart == part) f(field, value);
        });
}

/// Between the texts of a list.
constexpr std::string_view listSeparator = "; ";

using lightbench::cellOf;
using lightbench::readCell;
std::string cellOf(Verdict value) { return verdictName(value); }
std::string cellOf(PointStatus value) { return statusName(value); }
std::string cellOf(const Samples& value) { return samplesText(value); }
std::string cellOf(const KernelTimes& value) { return kernelsText(value); }
std::string cellOf(const std::vector<std::string>& value) { return joined(value, listSeparator); }

void readCell(const std::string& cell, Verdict& value, std::string_view) {
    const std::optional<Verdict> verdict = verdictNamed(cell);
    if (!verdict) throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" is not a verdict");
    value = *verdict;
}

void readCell(const std::string& cell, PointStatus& value, std::string_view) {
    const std::optional<PointStatus> status = statusNamed(cell);
    if (!status) throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" is not a status");
    value = *status;
}

void readCell(const std::string& cell, Samples& value, std::string_view) { value = parseSamples(cell); }
void readCell(const std::string& cell, KernelTimes& value, std::string_view) { value = parseKernels(cell); }
void readCell(const std::string& cell, std::vector<std::string>& value, std::string_view) {
    value.clear();
    for (std::size_t begin = 0; begin < cell.size();) {
        const std::size_t end = std::min(cell.find(listSeparator, begin), cell.size());
        value.push_back(cell.substr(begin, end - begin));
        begin = end + listSeparator.size();
    }
}

/// In reports, lists are the same text as in a journal's cell.
template <class T> Json columnJson(const T& value) {
    if constexpr (requires { value.empty(); } || std::is_same_v<T, Samples>)
        return cellOf(value);
    else
        return jsonOf(value);
}

/// Reads a row whose cells stand in the columns of `heading`.
PointRow rowUnder(const CsvRow& heading, const CsvRow& cells) {
    PointRow row;
    forEachColumn(row, [&](auto field, auto& value) {
        const auto place = std::size_t(std::ranges::find(heading, field.name) - heading.begin());
        if (place < cells.size()) readCell(cells[place], value, field.name);
    });
    return row;
}

/// A row whose time no clock has measured counts as one without a time, so that it is measured again.
PointRow withUsableTime(const PointRow& row) {
    return !row.hasTime() || isUsableTime(row.spanUs.median) ? row : withoutTime(row, noEventTimes);
}

/// Throws Error(Input) if the heading is not that of a file of rows.
void checkHeading(const CsvRow& heading) {
    const auto isColumn = [](const std::string& name) { return std::ranges::count(rowColumns(), name) == 1; };
    bool holdsRows = std::ranges::all_of(heading, isColumn);
    PointRow row;
    forEachColumn(row, [&](auto field, auto&) {
        if (field.is(Naming)) holdsRows = holdsRows && std::ranges::count(heading, field.name) > 0;
    });
    if (!holdsRows) throw Error(ErrorKind::Input, "it does not hold rows of this program");
}
} // namespace

const std::vector<std::string>& rowColumns() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        PointRow row;
        forEachColumn(row, [&](auto field, auto&) { all.emplace_back(field.name); });
        return all;
    }();
    return names;
}

CsvRow rowCells(const PointRow& row) {
    CsvRow cells;
    forEachColumn(row, [&](auto, const auto& value) { cells.push_back(cellOf(value)); });
    return cells;
}

std::string rowsCsv(const std::vector<PointRow>& rows) {
    std::string text = csvLine(rowColumns());
    for (const PointRow& row : rows)
        text += csvLine(rowCells(row));
    return text;
}

std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file) {
    const CsvRow heading = file.empty() ? CsvRow() : file.front();
    checkHeading(heading);
    std::vector<PointRow> rows;
    for (std::size_t line = 1; line < file.size(); ++line) {
        if (file[line].size() != heading.size())
            refuseCellCount("its row " + std::to_string(line), file[line].size(), heading.size());
        rows.push_back(withUsableTime(rowUnder(heading, file[line])));
    }
    return rows;
}

std::string pointKey(const PointRow& row) {
    CsvRow cells;
    forEachColumn(row, [&](auto field, const auto& value) {
        if (field.is(Naming)) cells.push_back(cellOf(value));
    });
    return csvLine(cells);
}

Json rowJson(const PointRow& row) {
    Json members = Json::Object();
    forEachColumn(row, [&](auto field, const auto& value) { members[field.name] = columnJson(value); });
    members["kept"] = row.kept;
    return members;
}

} // namespace lightbench
