// Divides the files of an earlier call into the parts of its images, and finds a part by the hash of its text.
#include "app/cli/results.h"
#include "core/base/content_hash.h"
#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/input_file.h"

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

void addHashes(RunRow& row, const ImageParts& parts) {
    if (!parts.report.isNull()) row.reportHash = hashOfPart(parts.report.text());
    if (!parts.histogram.empty()) row.histogramHash = hashOfPart(plainRows(parts.histogram));
    if (!parts.trace.isNull()) row.traceHash = hashOfPart(parts.trace.text());
}

EarlierParts::EarlierParts(const JobSettings& settings)
    : wantsReport_(!settings.report.empty()), wantsHistogram_(!settings.histogram.empty()),
      wantsTrace_(!settings.trace.empty()) {
    if (settings.journal.empty()) return;
    if (wantsReport_) readReports(settings);
    if (wantsHistogram_) readHistograms(settings);
    if (wantsTrace_) readTraces(settings);
}

void EarlierParts::readReports(const JobSettings& settings) {
    const Json all = earlierJson(settings.report);
    const Json* runs = all.find("runs");
    for (const Json& report : runs ? runs->elements() : Json::Array{all})
        reports_.emplace(hashOfPart(report.text()), report);
}

/// The first column of a batch is the file.
void EarlierParts::readHistograms(const JobSettings& settings) {
    std::vector<CsvRow> rows = parseCsv(earlierText(settings.histogram));
    if (!rows.empty()) rows.erase(rows.begin());
    std::string part;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        part += csvLine(rows[i]);
        const bool isLast = i + 1 == rows.size() || (settings.isBatch && rows[i + 1].front() != rows[i].front());
        if (!isLast) continue;
        histograms_.emplace(hashOfPart(part), part);
        part.clear();
    }
}

void EarlierParts::readTraces(const JobSettings& settings) {
    const Json none = Json::Array(); // of a run without a timeline
    traces_.emplace(hashOfPart(none.text()), none);
    for (const Json& run : Trace::runsOf(earlierJson(settings.trace)))
        traces_.emplace(hashOfPart(run.text()), run);
}

std::optional<ImageParts> EarlierParts::of(const RunRow& row) const {
    ImageParts parts;
    const bool isThere = take(reports_, row.reportHash, wantsReport_, parts.report) &&
                         take(histograms_, row.histogramHash, wantsHistogram_, parts.histogram) &&
                         take(traces_, row.traceHash, wantsTrace_, parts.trace);
    return isThere ? std::optional(parts) : std::nullopt;
}

} // namespace lightbench
