// Fills the columns of a row from a measurement, and derives shares and texts.
#include "core/experiment/row.h"

#include <algorithm>

#include "core/base/text.h"
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

SpanSummary figuresOf(const Summary& summary) {
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
    row.spanUs = figuresOf(result.spanUs);
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

void retime(PointRow& row, const Summary& spanUs) {
    const double faster = spanUs.median > 0 ? row.spanUs.median / spanUs.median : 0;
    for (double* perSecond :
         {&row.gbPerS, &row.readShare, &row.copyShare, &row.gigaOperationsPerS, &row.megapixelsPerS})
        *perSecond *= faster;
    row.spanUs = figuresOf(spanUs);
}

void addShares(PointRow& row, const Stack& stack, const FilterCatalog& filters, const PeakRates& peakRates) {
    const auto writes = [&filters](const Stage& stage) { return stage.enabled && !filters.byId(stage.filter).analyse; };
    if (peakRates.readGbPerS.best > 0) row.readShare = row.gbPerS / peakRates.readGbPerS.best;
    if (peakRates.copyGbPerS.best > 0 && std::ranges::any_of(stack, writes))
        row.copyShare = row.gbPerS / peakRates.copyGbPerS.best;
}

bool isUndecided(const PointRow& row) { return row.status == PointStatus::Tie && row.ratioLower <= 0; }

std::string standingText(const PointRow& row) {
    if (row.status == PointStatus::NotRaced) return {};
    if (isUndecided(row)) return "too few rounds to tell";
    if (row.status == PointStatus::Slower && row.ratio > 0) return threeDigits(row.ratio) + " x slower";
    return statusName(row.status);
}

std::string reasonOf(const PointRow& row) {
    if (!row.hasTime() || !row.differs()) return row.reason;
    const std::string text = "its result differs from the reference: " + numberText(row.mismatched) +
                             " samples, at most by " + threeDigits(row.maxAbs);
    return row.looksLike.empty() ? text : text + "; " + row.looksLike;
}

} // namespace lightbench
