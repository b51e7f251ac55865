// Merges whole races, because mixing the rows of two races would give two winners.
#include "core/shards/merged.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include "core/base/error.h"
#include "core/experiment/journal.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
/// The key that all rows of one race share.
std::string unitOf(const PointRow& row, const FilterCatalog& filters) {
    PointRow key = row;
    key.provenance.time.clear();
    if (!row.provenance.race.empty()) { // the points of a race differ in these
        key.provenance.kernels.clear();
        key.axes.clear();
        try {
            key.stack = automaticStackText(parseStack(row.stack, filters), filters);
        } catch (const Error&) { // for example a file that is missing here; the race's hash suffices
            key.stack.clear();
        }
    }
    return pointKey(key) + csvLine(cellsOf(key.provenance));
}

/// The rows of one race or point from one file.
struct Unit {
    std::string key;
    std::vector<PointRow> rows;

    std::size_t timings() const {
        std::size_t count = 0;
        for (const PointRow& row : rows)
            count += row.timings.warmUp.size() + row.timings.racing.size() + row.timings.confirmation.size();
        return count;
    }
    /// How much is known about the unit; more is better.
    auto knowledge() const {
        const auto has = [&](auto what) { return std::ranges::any_of(rows, what); };
        return std::tuple(
            has(&PointRow::isFinal), timings(), std::ranges::count_if(rows, &PointRow::hasTime),
            std::ranges::max(rows, {}, [](const PointRow& row) { return row.provenance.time; }).provenance.time);
    }
};

std::vector<Unit> unitsOf(const std::vector<PointRow>& rows, const FilterCatalog& filters) {
    std::vector<Unit> units;
    std::map<std::string, std::size_t> places;
    for (const PointRow& row : rows) {
        const std::string key = unitOf(row, filters);
        const auto [place, isNew] = places.emplace(key, units.size());
        if (isNew) units.push_back({key, {}});
        std::vector<PointRow>& those = units[place->second].rows;
        const auto same = std::ranges::find(those, pointKey(row), pointKey);
        if (same == those.end())
            those.push_back(row);
        else
            *same = row; // later lines of a file are newer
    }
    return units;
}
} // namespace

std::vector<PointRow> mergedRows(const std::vector<std::vector<PointRow>>& files, const FilterCatalog& filters) {
    std::vector<Unit> merged;
    std::map<std::string, std::size_t> places;
    for (const std::vector<PointRow>& file : files)
        for (Unit& unit : unitsOf(file, filters)) {
            const auto [place, isNew] = places.emplace(unit.key, merged.size());
            if (isNew)
                merged.push_back(std::move(unit));
            else if (merged[place->second].knowledge() < unit.knowledge())
                merged[place->second] = std::move(unit);
        }
    std::vector<PointRow> rows;
    for (Unit& unit : merged)
        std::ranges::move(unit.rows, std::back_inserter(rows));
    return rows;
}

std::vector<PointRow> mergeJournals(const std::vector<std::string>& from, const std::string& to,
                                    const FilterCatalog& filters) {
    std::vector<std::vector<PointRow>> files;
    std::error_code problem;
    for (const std::string& path : from)
        if (!std::filesystem::equivalent(path, to, problem)) files.push_back(readJournal(path));
    JournalFile file(to); // locked against other writers meanwhile
    if (!file.read().empty()) files.insert(files.begin(), readJournal(to));
    std::vector<PointRow> rows = mergedRows(files, filters);
    file.replace(rowsCsv(rows));
    return rows;
}

} // namespace lightbench
