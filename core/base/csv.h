// Comma-separated values (RFC 4180): texts, and tables of described structs (core/base/fields.h), one column per shown
// field. Journals, tuning files and the file of measured peak rates use them. Errors name the column or the row.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/fields.h"

namespace lightbench {

using CsvRow = std::vector<std::string>;

/// One line, including its line end. Cells with a comma, a quote or a line end are quoted.
std::string csvLine(const CsvRow& cells);
/// Parses every row that ends with a line end. A last row without one is unfinished and is skipped. Blank lines and a
/// byte-order mark (written by some editors and spreadsheets) are skipped too.
std::vector<CsvRow> parseCsv(std::string_view text);

/// Marks a field of a row (core/base/fields.h) on which the row's result does not depend: what came out, and when. All
/// other fields are the row's key. So a field that is added counts, unless somebody says otherwise.
inline constexpr unsigned ResultOnly = 128;
/// Marks a field that was added after those marked LaterColumn: its column comes behind theirs.
inline constexpr unsigned Newest = 256;

std::string cellOf(const std::string& value);
std::string cellOf(double value); ///< in the form of numberText
std::string cellOf(int value);
std::string cellOf(const std::vector<std::string>& value); ///< separated by "; "
/// Throws Error(Input) that names the column if the cell is not a number of this type.
void readCell(const std::string& cell, std::string& value, std::string_view column);
void readCell(const std::string& cell, double& value, std::string_view column);
void readCell(const std::string& cell, int& value, std::string_view column);
void readCell(const std::string& cell, std::vector<std::string>& value, std::string_view column);
/// Throws Error(Input) because `row` ("its row 3") has a different number of cells than the table has columns.
[[noreturn]] void refuseCellCount(const std::string& row, std::size_t cells, std::size_t columns);
/// Throws Error(Input). The table lacks this column, or (`isThere`) has it although no field is called so.
[[noreturn]] void refuseColumn(const std::string& name, bool isThere);

/// Calls f(field, value) for each column of a value, in order: fields marked Origin come after the others, then
/// LaterColumn ones, and Newest ones last.
template <class T, class F> void forEachColumn(T& value, F f) {
    for (const unsigned part : {0u, unsigned(Origin), unsigned(LaterColumn), Newest})
        forEachLeaf(value, [&](auto field, auto& member) {
            const unsigned itsPart = field.is(Newest)        ? Newest
                                     : field.is(LaterColumn) ? LaterColumn
                                     : field.is(Origin)      ? Origin
                                                             : 0u;
            if (itsPart == part) f(field, member);
        });
}

/// A column's name for people: "kernels" for "kernels_hash".
std::string wordOfColumn(std::string_view column);

/// What two rows depend on and do not share, as words such as "kernels" or "repeats", in the order of the columns.
/// Empty if one result may stand for the other. Every journal decides with it which rows are kept.
template <Described T> std::vector<std::string> keyDifferences(const T& a, const T& b) {
    std::vector<std::string> names;
    std::vector<std::string> cells;
    forEachColumn(a, [&](auto field, const auto& value) {
        if (!field.is(ResultOnly)) cells.push_back(cellOf(value));
    });
    auto cell = cells.begin();
    forEachColumn(b, [&](auto field, const auto& value) {
        if (!field.is(ResultOnly) && *cell++ != cellOf(value)) names.push_back(wordOfColumn(field.name));
    });
    return names;
}

template <Described T> CsvRow columnsOf() {
    CsvRow names;
    T value{};
    forEachColumn(value, [&](auto field, auto&) { names.emplace_back(field.name); });
    return names;
}

template <Described T> CsvRow cellsOf(const T& value) {
    CsvRow cells;
    forEachColumn(value, [&](auto, const auto& member) { cells.push_back(cellOf(member)); });
    return cells;
}

/// The text of a whole table, which valuesOfTable reads.
template <Described T> std::string csvTable(const std::vector<T>& values) {
    std::string text = csvLine(columnsOf<T>());
    for (const T& value : values)
        text += csvLine(cellsOf(value));
    return text;
}

/// Throws Error(Input) unless a text without a whole line can be what a killed program left of this heading.
void checkUnfinishedHeading(std::string_view text, const CsvRow& heading);

/// Reads a table of csvTable. Columns are matched by name, and missing ones keep their initial
/// values. Throws Error(Input) for a missing Naming column, an unknown column, or a cell that does not parse.
template <Described T> std::vector<T> valuesOfTable(const std::vector<CsvRow>& table) {
    if (table.empty()) return {};
    const CsvRow& heading = table.front();
    const auto has = [](const CsvRow& names, std::string_view name) {
        return std::ranges::find(names, name) != names.end();
    };
    for (const std::string& name : heading)
        if (!has(columnsOf<T>(), name)) refuseColumn(name, true);
    forEachField<T>([&](auto field) {
        if (field.is(Naming) && !has(heading, field.name)) refuseColumn(std::string(field.name), false);
    });
    std::vector<T> values;
    for (std::size_t line = 1; line < table.size(); ++line) {
        if (table[line].size() != heading.size())
            refuseCellCount("its row " + std::to_string(line), table[line].size(), heading.size());
        forEachLeaf(values.emplace_back(), [&](auto field, auto& member) {
            const auto place = std::size_t(std::ranges::find(heading, field.name) - heading.begin());
            if (place < heading.size()) readCell(table[line][place], member, field.name);
        });
    }
    return values;
}

} // namespace lightbench
