#include "core/run/report.h"

#include <numeric>

#include "core/base/statistics.h"

namespace lightbench {

double KernelReport::spreadUs() const { return summaryOf(timingsUs).spread(); }

std::vector<double> StageReport::timingsUs() const {
    std::vector<double> sums;
    for (const KernelReport& kernel : kernels) {
        if (sums.size() < kernel.timingsUs.size()) sums.resize(kernel.timingsUs.size());
        for (std::size_t i = 0; i < kernel.timingsUs.size(); ++i)
            sums[i] += kernel.timingsUs[i];
    }
    return sums;
}

static double totalOf(const std::vector<StageReport>& stages, double StageReport::*figure) {
    double sum = 0;
    for (const StageReport& stage : stages)
        sum += stage.*figure;
    return sum;
}

double Report::gpuMs() const { return totalOf(stages, &StageReport::gpuMs); }
double Report::referenceMs() const { return totalOf(stages, &StageReport::referenceMs); }

int Report::medianRepeatIndex() const {
    if (runs.empty()) return -1;
    std::vector<std::size_t> sorted(runs.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::stable_sort(sorted, {}, [this](std::size_t i) { return runs[i].wallMs; });
    return int(sorted[(sorted.size() - 1) / 2]);
}

RepeatParts Report::medianRepeat() const {
    return runs.empty() ? RepeatParts() : runs[std::size_t(medianRepeatIndex())];
}

double Report::speedup() const {
    const bool measured = std::ranges::all_of(
        stages, [](const StageReport& stage) { return !stage.reused && !stage.referenceTimingsMs.empty(); });
    const double wall = medianRepeat().wallMs;
    return measured && wall > 0 ? referenceMs() / wall : 0;
}

std::string checkSummary(const StageReport& stage) {
    const std::string& finding = stage.finding;
    switch (stage.difference.verdict) {
    case Verdict::NotChecked: return {};
    case Verdict::NoReference: return finding.empty() ? std::string() : "no reference: " + finding;
    case Verdict::ReferenceWaits: return "waiting: " + finding;
    case Verdict::ReferenceFailed: return "the reference failed: " + finding;
    case Verdict::Match:
    case Verdict::WithinTolerance:
    case Verdict::Mismatch: break;
    }
    const bool hasReference = finding.starts_with("on ") && stage.comparedWith != "itself";
    if (!finding.empty()) return (hasReference ? "" : "no reference, but ") + finding;
    return stage.comparedWith.empty() ? std::string() : "compared with " + stage.comparedWith;
}

Verdict worstVerdict(const std::vector<StageReport>& stages) {
    constexpr std::array fromBest{Verdict::NotChecked,  Verdict::Match,          Verdict::WithinTolerance,
                                  Verdict::NoReference, Verdict::ReferenceWaits, Verdict::ReferenceFailed,
                                  Verdict::Mismatch};
    const auto badness = [&](const StageReport& stage) {
        return std::ranges::find(fromBest, stage.difference.verdict) - fromBest.begin();
    };
    const auto worst = std::ranges::max_element(stages, {}, badness);
    return worst == stages.end() ? Verdict::NotChecked : worst->difference.verdict;
}

} // namespace lightbench
