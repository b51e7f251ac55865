// Keeps all rows in memory, and appends new ones to the CSV file. If a row changed, the whole file is written again.
#include "core/experiment/journal.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

namespace lightbench {

Journal::Journal(const std::string& csv, WriteScope scope) : scope_(std::move(scope)) {
    if (csv.empty()) return;
    checkWritable(csv);
    file_ = std::make_unique<JournalFile>(csv);
    read(csv);
}

namespace {
std::vector<PointRow> rowsIn(const std::string& text, const std::string& path) {
    try {
        return rowsOfFile(parseCsv(text));
    } catch (const Error& error) {
        throw withPrefix(error, shownPath(path) + ": ", "; give another file, or remove it");
    }
}

} // namespace

std::vector<PointRow> readJournal(const std::string& path) {
    const InputFile file(path);
    return rowsIn(std::string(file.content()), path);
}

void Journal::read(const std::string& path) {
    const std::string content = file_->read();
    if (content.empty()) return file_->append(rowsCsv(rows_));
    for (const PointRow& row : rowsIn(content, path))
        if (const std::size_t place = placeFor(row); place == rows_.size() || !rows_[place].hasTime()) put(place, row);
    // Rewrites the file if a killed program left half a line, or an older version wrote fewer columns.
    if (!content.ends_with('\n') || !content.starts_with(csvLine(rowColumns()))) file_->replace(rowsCsv(rows_));
}

std::vector<std::size_t> Journal::placesOf(const PointRow& row) const {
    const auto found = places_.find(pointKey(row));
    return found == places_.end() ? std::vector<std::size_t>() : found->second;
}

/// The index of the row that this one replaces; the number of rows if it must be appended.
std::size_t Journal::placeFor(const PointRow& row) const {
    std::size_t found = rows_.size();
    for (std::size_t place : placesOf(row)) {
        if (differencesOf(rows_[place].provenance, row.provenance).empty()) return place;
        if (!rows_[place].hasTime()) found = place;
    }
    return found;
}

void Journal::put(std::size_t place, const PointRow& row) {
    if (place < rows_.size()) {
        rows_[place] = row;
    } else {
        places_[pointKey(row)].push_back(place);
        rows_.push_back(row);
    }
}

std::optional<PointRow> Journal::known(const PointRow& wanted) const {
    const std::lock_guard lock(mutex_);
    for (std::size_t place : placesOf(wanted))
        if (rows_[place].hasTime() && differencesOf(rows_[place].provenance, wanted.provenance).empty())
            return rows_[place];
    return {};
}

std::vector<std::vector<std::string>> Journal::others(const PointRow& wanted) const {
    const std::lock_guard lock(mutex_);
    std::vector<std::vector<std::string>> all;
    for (std::size_t place : placesOf(wanted)) {
        std::vector<std::string> differences = differencesOf(rows_[place].provenance, wanted.provenance);
        if (rows_[place].hasTime() && !differences.empty()) all.push_back(std::move(differences));
    }
    return all;
}

bool Journal::isWriteDue() const {
    const std::lock_guard lock(mutex_);
    return file_ && std::chrono::steady_clock::now() - written_ > std::chrono::seconds(1);
}

void Journal::add(std::span<const PointRow> rows) {
    if (!file_) return;
    const std::lock_guard lock(mutex_);
    written_ = std::chrono::steady_clock::now();
    std::string lines;
    bool replaces = false;
    for (const PointRow& row : rows) {
        const std::size_t place = placeFor(row);
        const bool isNew = place == rows_.size();
        if (!isNew && rowCells(rows_[place]) == rowCells(row)) continue;
        put(place, row);
        lines += csvLine(rowCells(row));
        replaces = replaces || !isNew;
    }
    if (lines.empty()) return;
    const auto write = [&] { replaces ? file_->replace(rowsCsv(rows_)) : file_->append(lines); };
    scope_ ? scope_(write) : write();
}

} // namespace lightbench
