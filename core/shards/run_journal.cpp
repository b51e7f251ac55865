// Identifies rows by image, stack and output. core/base/csv.h says which fields a result depends on.
#include "core/shards/run_journal.h"

#include <algorithm>
#include <filesystem>

#include "core/base/content_hash.h"
#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/base/whole_file.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
bool isOfSame(const RunRow& a, const RunRow& b) {
    return a.input == b.input && a.stack == b.stack && a.output == b.output;
}

std::vector<RunRow> rowsIn(const std::string& content, const std::string& path) {
    try {
        if (!content.empty()) checkUnfinishedHeading(content, columnsOf<RunRow>());
        return valuesOfTable<RunRow>(parseCsv(content));
    } catch (const Error& error) {
        throw withPrefix(error, shownPath(path) + ": ", "; give another file, or remove it");
    }
}

/// Adds a row, or keeps the better of two for the same job.
void put(std::vector<RunRow>& rows, const RunRow& row) {
    const auto there = std::ranges::find_if(rows, [&](const RunRow& one) { return isOfSame(one, row); });
    if (there == rows.end())
        rows.push_back(row);
    else if (std::pair(there->error.empty(), there->time) < std::pair(row.error.empty(), row.time))
        *there = row;
}

template <class Text> std::string joined(const Report& report, Text text) {
    std::string all;
    for (const StageReport& stage : report.stages)
        all += (all.empty() ? "" : " | ") + text(stage);
    return all;
}
} // namespace

void addReport(RunRow& row, const Report& report) {
    row.device = report.device.name;
    row.driver = report.device.driver;
    row.width = report.input->size().width;
    row.height = report.input->size().height;
    row.format = formatText(report.input->format());
    row.variants = joined(report, [](const StageReport& stage) { return stage.variant; });
    row.workgroups = joined(report, [](const StageReport& stage) { return workgroupText(stage.workgroup); });
    row.chosenBy = joined(report, [](const StageReport& stage) { return stage.chosenBy; });
    row.gpuMs = report.gpuMs();
    row.wallMs = report.wallMs;
    row.buildMs = report.buildMs;
    row.verdict = verdictName(report.verdict());
}

std::string fileHash(const std::string& path) {
    try {
        if (isStream(path) || isInputStream(path)) return {};
        const InputFile file(path);
        return textHash(file.content());
    } catch (const Error&) {
        return {};
    }
}

RunJournal::RunJournal(const std::string& path) {
    if (path.empty()) return;
    checkWritable(path);
    file_ = std::make_unique<JournalFile>(path);
    const std::string content = file_->read();
    for (const RunRow& row : rowsIn(content, path))
        put(rows_, row);
    // repairs a last line that a killed program left incomplete
    if (content != csvTable(rows_)) file_->replace(csvTable(rows_));
}

std::optional<RunRow> RunJournal::known(const RunRow& wanted) const {
    const auto isThere = [](const std::string& path, const std::string& hash) {
        return !hash.empty() && fileHash(path) == hash;
    };
    for (const RunRow& row : rows_)
        if (row.error.empty() && !row.inputHash.empty() && keyDifferences(row, wanted).empty() &&
            isThere(row.output, row.outputHash) &&
            (row.difference.empty() || isThere(row.difference, row.differenceHash)))
            return row;
    return std::nullopt;
}

std::vector<std::string> RunJournal::differencesOf(const RunRow& wanted) const {
    std::vector<std::string> fewest;
    for (const RunRow& row : rows_) {
        if (row.input != wanted.input || row.stack != wanted.stack || !row.error.empty()) continue;
        std::vector<std::string> differences = keyDifferences(row, wanted);
        if (differences.empty()) return {};
        if (fewest.empty() || differences.size() < fewest.size()) fewest = std::move(differences);
    }
    return fewest;
}

void RunJournal::add(const RunRow& row) {
    if (!file_) return;
    const auto there = std::ranges::find_if(rows_, [&](const RunRow& one) { return isOfSame(one, row); });
    if (there == rows_.end()) {
        rows_.push_back(row);
        file_->append(csvLine(cellsOf(row)));
    } else {
        *there = row;
        file_->replace(csvTable(rows_));
    }
}

std::vector<RunRow> mergeRunJournals(const std::vector<std::string>& from, const std::string& to) {
    std::vector<RunRow> rows, others;
    std::error_code problem;
    for (const std::string& path : from)
        if (!std::filesystem::equivalent(path, to, problem))
            std::ranges::move(rowsIn(std::string(InputFile(path).content()), path), std::back_inserter(others));
    JournalFile file(to); // locked against other writers meanwhile
    for (const RunRow& row : rowsIn(file.read(), to))
        put(rows, row);
    for (const RunRow& row : others)
        put(rows, row);
    file.replace(csvTable(rows));
    return rows;
}

} // namespace lightbench
