// Identifies rows by image, stack and output.
#include "core/shards/run_journal.h"

#include <algorithm>
#include <filesystem>

#include "core/base/content_hash.h"
#include "core/base/csv_fields.h"
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
        return valuesOfTable<RunRow>(parseCsv(content));
    } catch (const Error& error) {
        throw Error(error.kind(), shownPath(path) + ": " + error.what() + "; give another file, or remove it");
    }
}

std::string textOf(const std::vector<RunRow>& rows) {
    std::string text = csvLine(columnsOf<RunRow>());
    for (const RunRow& row : rows)
        text += csvLine(cellsOf(row));
    return text;
}

/// Adds a row, or keeps the better of two for the same job.
void put(std::vector<RunRow>& rows, const RunRow& row) {
    const auto there = std::ranges::find_if(rows, [&](const RunRow& one) { return isOfSame(one, row); });
    if (there == rows.end())
        rows.push_back(row);
    else if (std::pair(there->error.empty(), there->time) < std::pair(row.error.empty(), row.time))
        *there = row;
}

std::filesystem::path withoutSuffix(const std::string& path) { return std::filesystem::path(path).replace_extension(); }

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
        return hashText(contentHash(std::as_bytes(std::span(file.content()))));
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
    if (content != textOf(rows_)) file_->replace(textOf(rows_));
}

std::optional<RunRow> RunJournal::known(const RunRow& wanted) const {
    for (const RunRow& row : rows_) {
        const auto what = [](const RunRow& one) {
            return std::tie(one.input, one.stack, one.inputHash, one.program, one.commit, one.kernels, one.check,
                            one.repeats);
        };
        if (row.error.empty() && !row.outputHash.empty() && what(row) == what(wanted) &&
            withoutSuffix(row.output) == withoutSuffix(wanted.output) && fileHash(row.output) == row.outputHash)
            return row;
    }
    return std::nullopt;
}

void RunJournal::add(const RunRow& row) {
    if (!file_) return;
    const auto there = std::ranges::find_if(rows_, [&](const RunRow& one) { return isOfSame(one, row); });
    if (there == rows_.end()) {
        rows_.push_back(row);
        file_->append(csvLine(cellsOf(row)));
    } else {
        *there = row;
        file_->replace(textOf(rows_));
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
    file.replace(textOf(rows));
    return rows;
}

} // namespace lightbench
