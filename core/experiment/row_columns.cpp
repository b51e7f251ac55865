// Converts rows to CSV and JSON and back; the columns follow from the fields of the struct (declared in row.h).
#include <algorithm>

#include "core/base/csv_fields.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/experiment/row.h"
#include "core/run/report_json.h"

namespace lightbench {

Json toJson(PointStatus status) { return statusName(status); }

static std::string cellOf(Verdict value) { return verdictName(value); }
static std::string cellOf(PointStatus value) { return statusName(value); }
static std::string cellOf(const Samples& value) { return samplesText(value); }
static std::string cellOf(const KernelTimes& value) { return kernelsText(value); }

static void readCell(const std::string& cell, Verdict& value, std::string_view) {
    const std::optional<Verdict> verdict = verdictNamed(cell);
    if (!verdict) throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" is not a verdict");
    value = *verdict;
}

static void readCell(const std::string& cell, PointStatus& value, std::string_view) {
    const std::optional<PointStatus> status = statusNamed(cell);
    if (!status) throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" is not a status");
    value = *status;
}

static void readCell(const std::string& cell, Samples& value, std::string_view) { value = parseSamples(cell); }
static void readCell(const std::string& cell, KernelTimes& value, std::string_view) { value = parseKernels(cell); }

namespace {
/// In reports, lists are the same text as in a journal's cell.
template <class T> Json columnJson(const T& value) {
    if constexpr (requires { value.empty(); } || std::is_same_v<T, Samples>)
        return cellOf(value);
    else
        return jsonOf(value);
}

/// A row whose time no clock has measured counts as one without a time, so that it is measured again.
PointRow withUsableTime(const PointRow& row) {
    return !row.hasTime() || isUsableTime(row.spanUs.median) ? row : withoutTime(row, noEventTimes);
}
} // namespace

const std::vector<std::string>& rowColumns() {
    static const std::vector<std::string> names = columnsOf<PointRow>();
    return names;
}

CsvRow rowCells(const PointRow& row) { return cellsOf(row); }

std::string rowsCsv(const std::vector<PointRow>& rows) {
    std::string text = csvLine(rowColumns());
    for (const PointRow& row : rows)
        text += csvLine(rowCells(row));
    return text;
}

std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file) {
    const auto isColumn = [](const std::string& name) { return std::ranges::count(rowColumns(), name) == 1; };
    if (file.empty() || !std::ranges::all_of(file.front(), isColumn))
        throw Error(ErrorKind::Input, "it does not hold rows of this program");
    std::vector<PointRow> rows = valuesOfTable<PointRow>(file);
    std::ranges::transform(rows, rows.begin(), withUsableTime);
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
