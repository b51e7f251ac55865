// Tables of described values (core/base/fields.h): a column for each of their fields that reports show.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/csv.h"
#include "core/base/fields.h"

namespace lightbench {

std::string cellOf(const std::string& value);
std::string cellOf(double value); ///< as numberText has it
std::string cellOf(int value);
/// Throws Error(Input) that names the column if the cell is no such number.
void readCell(const std::string& cell, std::string& value, std::string_view column);
void readCell(const std::string& cell, double& value, std::string_view column);
void readCell(const std::string& cell, int& value, std::string_view column);
/// Throws Error(Input): `row` ("its row 3") has so many cells, not as many as there are columns.
[[noreturn]] void refuseCellCount(const std::string& row, std::size_t cells, std::size_t columns);
/// Throws Error(Input): a table lacks this column, or has it although nobody knows what it means.
[[noreturn]] void refuseColumn(const std::string& name, bool isThere);

template <Described T> CsvRow columnsOf() {
    CsvRow names;
    T value{};
    forEachLeaf(value, [&](auto field, auto&) { names.emplace_back(field.name); });
    return names;
}

template <Described T> CsvRow cellsOf(const T& value) {
    CsvRow cells;
    forEachLeaf(value, [&](auto, const auto& member) { cells.push_back(cellOf(member)); });
    return cells;
}

/// The values of a file of `columnsOf` and `cellsOf`. Columns are found by their names; those that it lacks keep their
/// initial values. Throws Error(Input) if it lacks one that is Naming or has one that T has not, or for a cell that is
/// none of its column.
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
