// Adds lines to a CSV file; replaces a JSON file.
#include "app/bench_journal.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/error.h"
#include "core/json_text.h"

namespace lightbench {

namespace {
[[noreturn]] void cannotWrite(const std::string& path) {
    throw Error(ErrorKind::Input, "cannot write " + path + ": " + std::strerror(errno));
}

/// One spelling for one file, whether or not it is there.
std::string spelling(const std::string& path) {
    std::error_code problem;
    const auto real = std::filesystem::weakly_canonical(std::filesystem::absolute(path, problem), problem);
    return problem ? path : real.string();
}
} // namespace

void writeWhole(const std::string& path, const std::string& text) {
    const std::string unfinished = path + ".unfinished";
    std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (file && std::rename(unfinished.c_str(), path.c_str()) == 0) return;
    const int why = errno;
    std::remove(unfinished.c_str());
    errno = why;
    cannotWrite(path);
}

void checkPlace(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code problem;
    const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
    if (fs::is_directory(path, problem))
        throw Error(ErrorKind::Input, "cannot write " + path + ": it is a folder; give a file name");
    if (!fs::is_directory(folder, problem))
        throw Error(ErrorKind::Input,
                    "cannot write " + path + ": there is no folder " + folder.string() + "; make it first");
    const bool there = fs::exists(path, problem);
    if (there && !fs::is_regular_file(path, problem)) return;
    if (std::FILE* file = std::fopen((path + ".unfinished").c_str(), "ab"); !file || std::fclose(file) != 0)
        cannotWrite(path);
    std::remove((path + ".unfinished").c_str());
}

void refuseOneFileTwice(const std::vector<std::string>& outputs, const std::string& input) {
    std::vector<std::string> seen;
    for (const std::string& path : outputs) {
        std::error_code problem;
        const bool stream = std::filesystem::is_character_file(path, problem);
        if (path.empty() || stream) continue;
        if (!input.empty() && spelling(path) == spelling(input))
            throw Error(ErrorKind::Usage, path + " is the input and would be overwritten; choose another name");
        if (std::ranges::find(seen, spelling(path)) != seen.end())
            throw Error(ErrorKind::Usage, path + " would be written twice; give different names");
        seen.push_back(spelling(path));
    }
}

BenchJournal::BenchJournal(std::string csv, std::string json) : json_(std::move(json)) {
    refuseOneFileTwice({csv, json_});
    if (!json_.empty()) checkPlace(json_);
    if (csv.empty()) return;
    checkPlace(csv);
    csv_ = std::make_unique<JournalFile>(csv);
    try {
        readCsv();
    } catch (const Error& error) {
        throw Error(error.kind(), csv + ": " + error.what() + "; give another file, or remove it", error.details());
    }
}

std::string BenchJournal::csvText() const {
    std::string text = csvLine(rowColumns());
    for (const BenchRow& row : inFile_)
        text += csvLine(rowCells(row));
    return text;
}

void BenchJournal::readCsv() {
    const std::string text = csv_->read();
    if (text.empty()) return csv_->append(csvText());
    for (const BenchRow& row : rowsOfFile(parseCsv(text)))
        if (known_.emplace(pointKey(row), inFile_.size()).second) inFile_.push_back(row);
    // A program that was killed may have left half a line, an older one fewer columns.
    if (!text.ends_with('\n') || !text.starts_with(csvLine(rowColumns()))) csv_->replace(csvText());
}

std::optional<BenchRow> BenchJournal::known(const BenchRow& point) const {
    const auto found = known_.find(pointKey(point));
    if (found == known_.end() || !inFile_[found->second].hasTime()) return {};
    return inFile_[found->second];
}

void BenchJournal::writeCsv(const BenchRow& row) {
    const auto [found, isNew] = known_.emplace(pointKey(row), inFile_.size());
    if (isNew) {
        csv_->append(csvLine(rowCells(row)));
        inFile_.push_back(row);
    } else if (rowCells(inFile_[found->second]) != rowCells(row)) {
        inFile_[found->second] = row;
        csv_->replace(csvText());
    }
}

void BenchJournal::add(const BenchRow& row) {
    if (csv_) writeCsv(row);
    rows_.push_back(row);
    if (std::chrono::steady_clock::now() - reported_ > std::chrono::seconds(1)) finish();
}

void BenchJournal::finish() {
    if (json_.empty()) return;
    std::vector<std::pair<std::string, std::string>> members;
    for (const auto& [name, json] : head_)
        members.emplace_back(name, json());
    std::vector<std::string> rows;
    for (const BenchRow& one : rows_)
        rows.push_back(rowJson(one));
    members.emplace_back("rows", jsonArray(rows, true));
    writeWhole(json_, jsonObject(members) + "\n");
    reported_ = std::chrono::steady_clock::now();
}

} // namespace lightbench
