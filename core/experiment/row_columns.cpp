// One list of columns serves CSV in both directions and JSON.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/experiment/row.h"

namespace lightbench {

namespace {
struct Column {
    const char* name;
    std::function<std::string(const PointRow&)> cell, json;
    std::function<void(PointRow&, const std::string&)> read;
};

std::string cellOf(const std::string& value) { return value; }
std::string cellOf(double value) { return numberText(value); }
std::string cellOf(int value) { return std::to_string(value); }
std::string cellOf(Verdict value) { return verdictName(value); }

std::string jsonOf(const std::string& value) { return jsonText(value); }
std::string jsonOf(double value) { return jsonNumber(value); }
std::string jsonOf(int value) { return std::to_string(value); }
std::string jsonOf(Verdict value) { return jsonText(verdictName(value)); }

[[noreturn]] void refuseNumber(const std::string& cell, const char* column) {
    throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" in column " + column + " is no number");
}

void readCell(const std::string& cell, std::string& value, const char*) { value = cell; }
void readCell(const std::string& cell, double& value, const char* column) {
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size()) refuseNumber(cell, column);
}
void readCell(const std::string& cell, int& value, const char* column) {
    double number = 0;
    readCell(cell, number, column);
    if (!(std::abs(number) <= std::numeric_limits<int>::max())) refuseNumber(cell, column);
    value = int(number);
}
void readCell(const std::string& cell, Verdict& value, const char*) {
    const Verdict all[] = {Verdict::Match, Verdict::WithinTolerance, Verdict::Mismatch, Verdict::NotChecked};
    const auto found = std::ranges::find(all, cell, verdictName);
    if (found == std::end(all)) throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" is no verdict");
    value = *found;
}

/// `member` gives a reference into a row.
template <class Member> Column column(const char* name, Member member) {
    return {name, [member](const PointRow& row) { return cellOf(member(row)); },
            [member](const PointRow& row) { return jsonOf(member(row)); },
            [member, name](PointRow& row, const std::string& cell) { readCell(cell, member(row), name); }};
}
#define COLUMN(name, member)                                                                                           \
    column(                                                                                                            \
        name, [](auto& row) -> auto& { return row.member; })

constexpr std::size_t namingColumns = 6; // the first ones say what was asked for

const std::vector<Column>& columns() {
    static const std::vector<Column> all{COLUMN("device", device),
                                         COLUMN("stack", stack),
                                         COLUMN("image", image),
                                         COLUMN("size", size),
                                         COLUMN("format", format),
                                         COLUMN("axes", axes),
                                         COLUMN("variant", variant),
                                         COLUMN("workgroup", workgroup),
                                         COLUMN("repeats", repeats),
                                         COLUMN("repeats_wanted", from.repeatsWanted),
                                         COLUMN("buffers", buffers),
                                         COLUMN("span_us", spanUs.median),
                                         COLUMN("span_min_us", spanUs.least),
                                         COLUMN("span_q1_us", spanUs.lowerQuartile),
                                         COLUMN("span_q3_us", spanUs.upperQuartile),
                                         COLUMN("sum_us", sumUs),
                                         COLUMN("wall_us", wallUs),
                                         COLUMN("megabytes", megabytes),
                                         COLUMN("gb_per_s", gbPerS),
                                         COLUMN("read_share", readShare),
                                         COLUMN("copy_share", copyShare),
                                         COLUMN("gop_per_s", gigaOperationsPerS),
                                         COLUMN("mpix_per_s", megapixelsPerS),
                                         COLUMN("reference_ms", referenceMs),
                                         COLUMN("verdict", verdict),
                                         COLUMN("checked_size", checkedSize),
                                         COLUMN("mismatched", mismatched),
                                         COLUMN("max_abs", maxAbs),
                                         COLUMN("kernels_us", kernels),
                                         COLUMN("reason", reason),
                                         COLUMN("program", from.program),
                                         COLUMN("commit", from.commit),
                                         COLUMN("host", from.host),
                                         COLUMN("time", from.time),
                                         COLUMN("driver", from.driver),
                                         COLUMN("device_index", from.deviceIndex),
                                         COLUMN("kernels_hash", from.kernels),
                                         COLUMN("build_options", from.buildOptions),
                                         COLUMN("image_hash", from.imageHash),
                                         COLUMN("check", from.check),
                                         COLUMN("buffers_wanted", from.buffersWanted),
                                         COLUMN("cap_s", from.capSeconds)};
    return all;
}

/// Where the columns of a file are in a row. Throws Error(Input) if they are not this program's.
std::vector<std::size_t> placesOf(const CsvRow& heading) {
    std::vector<std::size_t> places;
    for (const std::string& name : heading)
        places.push_back(std::size_t(std::ranges::find(rowColumns(), name) - rowColumns().begin()));
    const bool known = std::ranges::all_of(places, [](std::size_t place) { return place < columns().size(); });
    for (std::size_t i = 0; i < namingColumns; ++i)
        if (!known || std::ranges::find(places, i) == places.end())
            throw Error(ErrorKind::Input, "it does not hold rows of this program");
    return places;
}
} // namespace

const std::vector<std::string>& rowColumns() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Column& column : columns())
            all.emplace_back(column.name);
        return all;
    }();
    return names;
}

CsvRow rowCells(const PointRow& row) {
    CsvRow cells;
    for (const Column& column : columns())
        cells.push_back(column.cell(row));
    return cells;
}

PointRow rowFromCells(const CsvRow& cells) {
    if (cells.size() != columns().size())
        throw Error(ErrorKind::Input,
                    "a row has " + std::to_string(cells.size()) + " cells, not " + std::to_string(columns().size()));
    PointRow row;
    for (std::size_t i = 0; i < cells.size(); ++i)
        columns()[i].read(row, cells[i]);
    return row;
}

std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file) {
    std::vector<PointRow> rows;
    const std::vector<std::size_t> places = placesOf(file.empty() ? CsvRow() : file.front());
    for (std::size_t line = 1; line < file.size(); ++line) {
        if (file[line].size() != places.size())
            throw Error(ErrorKind::Input, "its row " + std::to_string(line) + " has " +
                                              std::to_string(file[line].size()) + " cells, not " +
                                              std::to_string(places.size()));
        PointRow row;
        for (std::size_t i = 0; i < places.size(); ++i)
            columns()[places[i]].read(row, file[line][i]);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string pointKey(const PointRow& row) {
    CsvRow cells;
    for (std::size_t i = 0; i < namingColumns; ++i)
        cells.push_back(columns()[i].cell(row));
    return csvLine(cells);
}

std::string rowJson(const PointRow& row) {
    std::vector<std::pair<std::string, std::string>> members;
    for (const Column& column : columns())
        members.emplace_back(column.name, column.json(row));
    members.emplace_back("kept", row.kept ? "true" : "false");
    return jsonObject(members);
}

} // namespace lightbench
