// Adds lines to a CSV file; replaces a JSON file.
#include "app/bench_journal.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/error.h"
#include "core/json_text.h"

namespace lightbench {

namespace {
[[noreturn]] void cannotWrite(const std::string& path) {
    throw Error(ErrorKind::Input, "cannot write " + path + ": " + std::strerror(errno));
}

void append(const std::string& path, const std::string& text) {
    std::FILE* file = std::fopen(path.c_str(), "ab");
    if (!file) cannotWrite(path);
    const bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (std::fclose(file) != 0 || !good) cannotWrite(path);
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

BenchJournal::BenchJournal(std::string csv, std::string json) : csv_(std::move(csv)), json_(std::move(json)) {
    if (csv_.empty()) return;
    if (std::filesystem::exists(csv_))
        readCsv();
    else
        append(csv_, csvLine(rowColumns()));
}

void BenchJournal::readCsv() {
    std::ifstream file(csv_, std::ios::binary);
    std::ostringstream content;
    if (!file || !(content << file.rdbuf()))
        throw Error(ErrorKind::Input, "cannot read " + csv_ + "; give another file for the rows");
    const std::string text = content.str();
    const std::vector<CsvRow> rows = parseCsv(text);
    if (rows.empty() || rows.front() != rowColumns())
        throw Error(ErrorKind::Input, csv_ + " does not hold rows of this program; give another file, or remove it");
    std::string kept = csvLine(rowColumns());
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const BenchRow row = rowFromCells(rows[i]);
        known_[pointKey(row)] = row;
        kept += csvLine(rows[i]);
    }
    // A program that was killed may have left half a line.
    if (!text.ends_with('\n')) writeWhole(csv_, kept);
}

std::optional<BenchRow> BenchJournal::known(const BenchRow& point) const {
    const auto found = known_.find(pointKey(point));
    if (found == known_.end()) return {};
    return found->second;
}

void BenchJournal::add(const BenchRow& row) {
    const bool isNew = !known_.contains(pointKey(row));
    if (isNew && !csv_.empty()) append(csv_, csvLine(rowCells(row)));
    known_[pointKey(row)] = row;
    rows_.push_back(row);
    if (json_.empty()) return;
    std::vector<std::pair<std::string, std::string>> members(head_.begin(), head_.end());
    std::vector<std::string> rows;
    for (const BenchRow& one : rows_)
        rows.push_back(rowJson(one));
    members.emplace_back("rows", jsonArray(rows, true));
    writeWhole(json_, jsonObject(members) + "\n");
}

} // namespace lightbench
