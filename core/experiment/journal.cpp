// Adds lines to a CSV file; replaces a JSON file.
#include "core/experiment/journal.h"

#include <algorithm>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/json_text.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"

namespace lightbench {

namespace {
/// One spelling for one file, whether or not it is there.
std::string spelling(const std::string& path) {
    std::error_code problem;
    const auto real = std::filesystem::weakly_canonical(std::filesystem::absolute(path, problem), problem);
    return problem ? path : real.string();
}
} // namespace

void refuseOneFileTwice(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs) {
    std::vector<std::string> read;
    for (const std::string& input : inputs)
        if (!input.empty() && !isInputStream(input)) read.push_back(spelling(input));
    std::vector<std::string> seen;
    for (const std::string& path : outputs) {
        if (path.empty() || (isStream(path) && !isStandardOutput(path))) continue;
        if (!isStandardOutput(path) && std::ranges::find(read, spelling(path)) != read.end())
            throw Error(ErrorKind::Usage,
                        shownPath(path) + " is an input and would be overwritten; choose another name");
        const std::string place = isStandardOutput(path) ? "-" : spelling(path);
        if (std::ranges::find(seen, place) != seen.end())
            throw Error(ErrorKind::Usage, shownPath(path) + " would be written twice; give different names");
        seen.push_back(place);
    }
}

Journal::Journal(std::string csv, std::string json) : json_(std::move(json)) {
    refuseOneFileTwice({csv, json_});
    if (!json_.empty()) checkWritable(json_);
    if (csv.empty()) return;
    checkWritable(csv);
    csv_ = std::make_unique<JournalFile>(csv);
    readCsv(csv);
}

namespace {
std::vector<PointRow> rowsIn(const std::string& text, const std::string& path) {
    try {
        return rowsOfFile(parseCsv(text));
    } catch (const Error& error) {
        throw Error(error.kind(), shownPath(path) + ": " + error.what() + "; give another file, or remove it",
                    error.details());
    }
}
} // namespace

std::string Journal::csvText() const {
    std::string text = csvLine(rowColumns());
    for (const PointRow& row : inFile_)
        text += csvLine(rowCells(row));
    return text;
}

void Journal::readCsv(const std::string& path) {
    const std::string text = csv_->read();
    if (text.empty()) return csv_->append(csvText());
    for (const PointRow& row : rowsIn(text, path))
        if (known_.emplace(pointKey(row), inFile_.size()).second) inFile_.push_back(row);
    // A program that was killed may have left half a line, an older one fewer columns.
    if (!text.ends_with('\n') || !text.starts_with(csvLine(rowColumns()))) csv_->replace(csvText());
}

std::optional<PointRow> Journal::known(const PointRow& point) const {
    const auto found = known_.find(pointKey(point));
    if (found == known_.end() || !inFile_[found->second].hasTime()) return {};
    return inFile_[found->second];
}

void Journal::writeCsv(const PointRow& row) {
    const auto [found, isNew] = known_.emplace(pointKey(row), inFile_.size());
    if (isNew) {
        csv_->append(csvLine(rowCells(row)));
        inFile_.push_back(row);
    } else if (rowCells(inFile_[found->second]) != rowCells(row)) {
        inFile_[found->second] = row;
        csv_->replace(csvText());
    }
}

void Journal::add(const PointRow& row) {
    if (csv_) writeCsv(row);
    rows_.push_back(row);
    // A stream cannot be written anew.
    const bool due = std::chrono::steady_clock::now() - reported_ > std::chrono::seconds(1);
    if (due && !isStream(json_)) finish();
}

void Journal::finish() {
    if (json_.empty()) return;
    std::vector<std::pair<std::string, std::string>> members;
    for (const auto& [name, json] : head_)
        members.emplace_back(name, json());
    std::vector<std::string> rows;
    for (const PointRow& one : rows_)
        rows.push_back(rowJson(one));
    members.emplace_back("rows", jsonArray(rows, true));
    writeWhole(json_, jsonObject(members) + "\n");
    reported_ = std::chrono::steady_clock::now();
}

} // namespace lightbench
