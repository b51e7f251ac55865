// Fills a row from a measurement, and converts rows and their values to CSV and JSON and back; the columns follow from
// the fields of the struct.
#include "core/experiment/row.h"

#include <algorithm>

#include "core/base/csv.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/run/report_json.h"
#include "core/run/stack_text.h"
#include "core/sample_images/bench_image.h"

namespace lightbench {

namespace {
std::string joinedStages(const Measurement& result, std::string (*text)(const StageReport&)) {
    std::string all;
    for (const StageReport& stage : result.stages)
        all += (all.empty() ? "" : " | ") + text(stage);
    return all;
}

/// The first stage whose verdict is the row's.
const StageReport& worstStage(const Measurement& result) {
    const auto isWorst = [worst = result.verdict()](const StageReport& stage) {
        return stage.difference.verdict == worst;
    };
    return *std::ranges::find_if(result.stages, isWorst);
}

SpanSummary spanSummaryOf(const Summary& summary) {
    return {summary.median, summary.minimum, summary.lowerQuartile, summary.upperQuartile};
}

void addCheck(PointRow& row, const Measurement& result) {
    row.verdict = result.verdict();
    for (const StageReport& stage : result.stages)
        row.referenceMs += stage.referenceMs;
    row.mismatched = double(worstStage(result).difference.allMismatched());
    row.maxAbs = worstStage(result).difference.largest();
    row.looksLike = worstStage(result).looksLike;
}
} // namespace

KernelTimes kernelTimes(const Measurement& result) {
    KernelTimes kernels;
    for (const StageReport& stage : result.stages)
        for (const KernelReport& kernel : stage.kernels)
            kernels.push_back({kernel.name, kernel.runUs});
    return kernels;
}

PointRow unmeasuredRow(const ExperimentPoint& point, const DeviceInfo& device) {
    PointRow row;
    row.device = device.name;
    row.computeUnits = device.computeUnits;
    row.tickUs = device.timerNs / 1000.0;
    row.stack = stackLine(point.stack, point.filters);
    row.image = point.image;
    row.size = sizeText(point.size);
    row.format = formatText(point.format);
    row.axes = point.axes;
    return row;
}

PointRow withoutTime(const PointRow& row, const std::string& reason) {
    PointRow without;
    copyFields(row, without, Naming);
    without.provenance = row.provenance;
    without.computeUnits = row.computeUnits;
    without.tickUs = row.tickUs;
    without.reason = reason;
    return without;
}

void addResult(PointRow& row, const ExperimentPoint& point, const Measurement& result, const PeakRates& peakRates) {
    row.variant = joinedStages(result, [](const StageReport& stage) { return stage.variant; });
    row.workgroup = joinedStages(result, [](const StageReport& stage) { return workgroupText(stage.workgroup); });
    row.repeats = result.repeats;
    row.buffers = result.buffers;
    row.spanUs = spanSummaryOf(result.spanUs);
    row.sumUs = result.sumUs.median;
    row.wallUs = result.wallUs.median;
    row.queuedUs = result.queuedUs();
    row.submitUs = result.submitUs();
    row.buildMs = result.buildMs;
    row.status = PointStatus::NotRaced;
    row.megabytes = double(result.bytes()) / 1e6;
    row.gbPerS = result.gbPerS();
    addShares(row, point.stack, point.filters, peakRates);
    if (row.spanUs.median > 0) row.gigaOperationsPerS = double(result.operations()) / row.spanUs.median / 1000;
    if (row.spanUs.median > 0) row.megapixelsPerS = double(point.size.area()) / row.spanUs.median;
    addCheck(row, result);
    row.kernels = kernelTimes(result);
}

void replaceSpan(PointRow& row, const Summary& spanUs) {
    const double speedFactor = spanUs.median > 0 ? row.spanUs.median / spanUs.median : 0;
    for (double* perSecond :
         {&row.gbPerS, &row.readShare, &row.copyShare, &row.gigaOperationsPerS, &row.megapixelsPerS})
        *perSecond *= speedFactor;
    row.spanUs = spanSummaryOf(spanUs);
}

void addShares(PointRow& row, const Stack& stack, const FilterCatalog& filters, const PeakRates& peakRates) {
    const auto writes = [&filters](const Stage& stage) { return stage.enabled && !filters.byId(stage.filter).analyse; };
    if (peakRates.readGbPerS.best > 0) row.readShare = row.gbPerS / peakRates.readGbPerS.best;
    if (peakRates.copyGbPerS.best > 0 && std::ranges::any_of(stack, writes))
        row.copyShare = row.gbPerS / peakRates.copyGbPerS.best;
}

bool isUndecided(const PointRow& row) { return row.status == PointStatus::Tie && row.ratioLower <= 0; }

std::string statusText(const PointRow& row) {
    if (row.status == PointStatus::NotRaced) return {};
    if (isUndecided(row)) return "too few rounds to tell";
    if (row.status == PointStatus::Slower && row.ratio > 0) return threeDigits(row.ratio) + " x slower";
    return statusName(row.status);
}

std::string explanationText(const PointRow& row) {
    if (!row.hasTime() || !row.differs()) return row.reason;
    const std::string text = "its result differs from the reference: " + numberText(row.mismatched) +
                             " samples, at most by " + threeDigits(row.maxAbs);
    return row.looksLike.empty() ? text : text + "; " + row.looksLike;
}

namespace {
constexpr std::pair<PointStatus, const char*> statusNames[] = {{PointStatus::NotRun, "not run"},
                                                               {PointStatus::Winner, "winner"},
                                                               {PointStatus::Tie, "tie"},
                                                               {PointStatus::Slower, "slower"},
                                                               {PointStatus::WrongResult, "dropped"},
                                                               {PointStatus::NotRaced, "not raced"},
                                                               {PointStatus::DoesNotApply, "does not apply"}};

std::string listText(const std::vector<double>& values) {
    std::vector<std::string> texts;
    std::ranges::transform(values, std::back_inserter(texts), numberText);
    return joined(texts, " ");
}

/// The words of a text; blanks between them do not count.
std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words = split(text, " ");
    std::erase(words, "");
    return words;
}

std::vector<double> parseList(std::string_view text) {
    std::vector<double> values;
    for (const std::string_view word : wordsOf(text)) {
        const std::optional<double> value = parsedNumber(word);
        if (!value) fail(ErrorKind::Input, "\"" + shownText(word) + "\" in column samples_us is not a number");
        values.push_back(*value);
    }
    return values;
}
} // namespace

std::string statusName(PointStatus status) {
    return std::ranges::find(statusNames, status, &std::pair<PointStatus, const char*>::first)->second;
}

std::optional<PointStatus> statusNamed(std::string_view name) {
    for (const auto& [status, itsName] : statusNames)
        if (itsName == name) return status;
    return std::nullopt;
}

std::string timingsText(const Timings& timings) {
    if (timings.isEmpty()) return {};
    return listText(timings.warmUp) + "; " + listText(timings.racing) + "; " + listText(timings.confirmation);
}

Timings parseTimings(std::string_view text) {
    Timings timings;
    std::vector<double>* const lists[] = {&timings.warmUp, &timings.racing, &timings.confirmation};
    const std::vector<std::string_view> parts = split(text, ";");
    if (parts.size() > std::size(lists)) fail(ErrorKind::Input, "column samples_us has more than three lists");
    for (std::size_t i = 0; i < parts.size(); ++i)
        *lists[i] = parseList(parts[i]);
    return timings;
}

std::string kernelsText(const KernelTimes& kernels) {
    std::vector<std::string> texts;
    for (auto [name, us] : kernels) {
        std::ranges::replace(name, ' ', '-');
        texts.push_back(name + "=" + threeDigits(us));
    }
    return joined(texts, " ");
}

KernelTimes parseKernels(std::string_view text) {
    KernelTimes kernels;
    for (const std::string_view word : wordsOf(text)) {
        const std::size_t equals = word.rfind('=');
        const std::optional<double> us = equals == word.npos ? std::nullopt : parsedNumber(word.substr(equals + 1));
        if (!us)
            fail(ErrorKind::Input,
                 "\"" + shownText(word) + "\" in column kernels_us is not a kernel's name, = and its time");
        kernels.push_back({std::string(word.substr(0, equals)), *us});
    }
    return kernels;
}

Json toJson(PointStatus status) { return statusName(status); }

static std::string cellOf(Verdict value) { return verdictName(value); }
static std::string cellOf(PointStatus value) { return statusName(value); }
static std::string cellOf(const Timings& value) { return timingsText(value); }
static std::string cellOf(const KernelTimes& value) { return kernelsText(value); }

static void readCell(const std::string& cell, Verdict& value, std::string_view) {
    const std::optional<Verdict> verdict = verdictNamed(cell);
    if (!verdict) fail(ErrorKind::Input, "\"" + shownText(cell) + "\" is not a verdict");
    value = *verdict;
}

static void readCell(const std::string& cell, PointStatus& value, std::string_view) {
    const std::optional<PointStatus> status = statusNamed(cell);
    if (!status) throw Error(ErrorKind::Input, "\"" + shownText(cell) + "\" is not a status");
    value = *status;
}

static void readCell(const std::string& cell, Timings& value, std::string_view) { value = parseTimings(cell); }
static void readCell(const std::string& cell, KernelTimes& value, std::string_view) { value = parseKernels(cell); }

namespace {
/// In reports, lists are the same text as in a journal's cell.
template <class T> Json columnJson(const T& value) {
    if constexpr (requires { value.empty(); } || std::is_same_v<T, Timings>)
        return cellOf(value);
    else
        return jsonOf(value);
}

/// A row whose time no clock has measured counts as one without a time, so that it is measured again.
PointRow withUsableTime(const PointRow& row) {
    return !row.hasTime() || isUsableTime(row.spanUs.median) ? row : withoutTime(row, noEventTimes);
}
} // namespace

const std::vector<std::string>& rowColumns() {
    static const std::vector<std::string> names = columnsOf<PointRow>();
    return names;
}

CsvRow rowCells(const PointRow& row) { return cellsOf(row); }

std::string rowsCsv(const std::vector<PointRow>& rows) { return csvTable(rows); }

std::vector<PointRow> rowsOfFile(const std::vector<CsvRow>& file) {
    const auto isColumn = [](const std::string& name) { return std::ranges::count(rowColumns(), name) == 1; };
    if (file.empty() || !std::ranges::all_of(file.front(), isColumn))
        throw Error(ErrorKind::Input, "it does not hold rows of this program");
    std::vector<PointRow> rows = valuesOfTable<PointRow>(file);
    std::ranges::transform(rows, rows.begin(), withUsableTime);
    return rows;
}

std::string pointKey(const PointRow& row) {
    CsvRow cells;
    forEachColumn(row, [&](auto field, const auto& value) {
        if (field.is(Naming)) cells.push_back(cellOf(value));
    });
    return csvLine(cells);
}

Json rowJson(const PointRow& row) {
    Json members = Json::Object();
    forEachColumn(row, [&](auto field, const auto& value) { members[field.name] = columnJson(value); });
    members["kept"] = row.fromJournal;
    return members;
}

} // namespace lightbench
