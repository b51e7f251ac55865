// Divides the files of an earlier call into the parts of its images, and finds a part by the hash of its text.
#include "app/cli/batch_journal.h"

#include "app/terminal/build_info.h"
#include "core/base/content_hash.h"
#include "core/base/csv.h"
#include "core/base/current_time.h"
#include "core/base/error.h"
#include "core/base/input_file.h"
#include "core/base/text.h"
#include "core/definition/stack_files.h"
#include "core/experiment/provenance.h"
#include "core/run/stack_text.h"

namespace lightbench {

namespace {
std::string hashOfPart(const std::string& text) { return hashText(contentHash(std::as_bytes(std::span(text)))); }

/// The rows as csvLine() writes them, even if another program wrote the file.
std::string plainRows(const std::string& rows) {
    std::string plain;
    for (const CsvRow& row : parseCsv(rows))
        plain += csvLine(row);
    return plain;
}

/// The text of a file that an earlier call may have written; empty if there is none.
std::string earlierText(const std::string& path) {
    if (path.empty() || isInputStream(path)) return {};
    try {
        return std::string(InputFile(path).content());
    } catch (const Error&) { // it is written again, as without it
        return {};
    }
}

Json earlierJson(const std::string& path) {
    const std::string text = earlierText(path);
    try {
        return text.empty() ? Json() : Json::parsed(text);
    } catch (const Error&) { // it holds something else
        return {};
    }
}

template <class Part>
bool take(const std::map<std::string, Part>& parts, const std::string& hash, bool isWanted, Part& part) {
    if (!isWanted) return true;
    const auto found = parts.find(hash);
    if (hash.empty() || found == parts.end()) return false;
    part = found->second;
    return true;
}
} // namespace

BatchJournal::BatchJournal(const JobSettings& settings, CommandContext& context)
    : settings_(settings), context_(context), journal_(settings.journal) {
    if (!isOn()) return;
    kernels_ = hashText(context.engine().kernels().read().hash());
    files_ = stackFilesHash(settings.stack, settings.filters);
    if (!settings.report.empty()) readReports();
    if (!settings.histogram.empty()) readHistograms();
    if (!settings.trace.empty()) readTraces();
}

void BatchJournal::readReports() {
    const Json all = earlierJson(settings_.report);
    const Json* runs = all.find("runs");
    for (const Json& report : runs ? runs->elements() : Json::Array{all})
        reports_.emplace(hashOfPart(report.text()), report);
}

/// The first column of a batch is the file.
void BatchJournal::readHistograms() {
    std::vector<CsvRow> rows = parseCsv(earlierText(settings_.histogram));
    if (!rows.empty()) rows.erase(rows.begin());
    std::string part;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        part += csvLine(rows[i]);
        const bool isLast = i + 1 == rows.size() || (settings_.isBatch && rows[i + 1].front() != rows[i].front());
        if (!isLast) continue;
        histograms_.emplace(hashOfPart(part), part);
        part.clear();
    }
}

void BatchJournal::readTraces() {
    const Json none = Json::Array(); // of a run without a timeline
    traces_.emplace(hashOfPart(none.text()), none);
    for (const Json& run : Trace::runsOf(earlierJson(settings_.trace)))
        traces_.emplace(hashOfPart(run.text()), run);
}

/// The parts whose hashes the row has; nothing if one that the settings ask for is not there.
std::optional<ImageParts> BatchJournal::earlierParts(const RunRow& row) const {
    ImageParts parts;
    const bool isThere = take(reports_, row.reportHash, !settings_.report.empty(), parts.report) &&
                         take(histograms_, row.histogramHash, !settings_.histogram.empty(), parts.histogram) &&
                         take(traces_, row.traceHash, !settings_.trace.empty(), parts.trace);
    return isThere ? std::optional(parts) : std::nullopt;
}

RunRow BatchJournal::keyOf(const Job& job) const {
    RunRow row;
    if (!isOn()) return row;
    row.input = job.input;
    row.stack = stackLine(settings_.stack, settings_.filters);
    row.output = row.requestedOutput = job.output;
    row.inputHash = fileHash(row.input);
    row.program = programVersion();
    row.commit = programCommit();
    row.kernels = kernels_;
    row.files = files_;
    row.check = settings_.run.verify ? "yes" : "no";
    row.repeats = settings_.run.repeat;
    row.host = hostName();
    row.quality = settings_.encoding.quality.value_or(0);
    row.compression = settings_.encoding.compression;
    row.difference = job.difference;
    row.amplify = settings_.amplify;
    row.explained = settings_.explain ? "yes" : "";
    if (const auto& probe = settings_.run.probe) row.probe = std::to_string(probe->x) + "," + std::to_string(probe->y);
    return row;
}

std::optional<BatchJournal::Kept> BatchJournal::find(const RunRow& wanted) {
    if (!isOn()) return std::nullopt;
    const std::lock_guard lock(mutex_);
    if (const std::optional<RunRow> row = journal_.known(wanted))
        if (std::optional<ImageParts> parts = earlierParts(*row)) return Kept{*row, std::move(*parts)};
    const std::vector<std::string> changes = journal_.differencesOf(wanted);
    changes_.insert(changes.begin(), changes.end());
    if (!changes.empty()) ++changed_;
    return std::nullopt;
}

void BatchJournal::addResult(RunRow row, const Report& report, const ImageParts& parts) {
    if (!isOn()) return; // nobody asks for the hashes
    if (!parts.report.isNull()) row.reportHash = hashOfPart(parts.report.text());
    if (!parts.histogram.empty()) row.histogramHash = hashOfPart(plainRows(parts.histogram));
    if (!parts.trace.isNull()) row.traceHash = hashOfPart(parts.trace.text());
    addReport(row, report);
    add(std::move(row));
}

void BatchJournal::addFailure(RunRow row, const std::string& why) {
    row.error = why;
    add(std::move(row));
}

void BatchJournal::add(RunRow row) {
    if (!isOn()) return;
    row.time = timeText();
    const std::lock_guard lock(mutex_);
    context_.uninterrupted([&] { journal_.add(row); });
}

void BatchJournal::warnOfChanges() const {
    const std::lock_guard lock(mutex_);
    if (changed_ == 0) return;
    context_.warn(shownPath(settings_.journal) + ": " + std::to_string(changed_) +
                  (changed_ == 1 ? " image" : " images") + " ran again, because what results depend on changed (" +
                  joinWords({changes_.begin(), changes_.end()}, "and") + ")");
}

} // namespace lightbench
