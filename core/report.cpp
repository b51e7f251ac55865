// Sums over a report's stages.
#include "core/report.h"

namespace lightbench {

double Report::gpuMs() const {
    double sum = 0;
    for (const StageReport& stage : stages)
        sum += stage.gpuMs;
    return sum;
}

double Report::referenceMs() const {
    double sum = 0;
    for (const StageReport& stage : stages)
        sum += stage.referenceMs;
    return sum;
}

Verdict Report::verdict() const {
    const auto badness = [](Verdict verdict) {
        switch (verdict) {
        case Verdict::NotChecked: return 0;
        case Verdict::Match: return 1;
        case Verdict::WithinTolerance: return 2;
        case Verdict::Mismatch: break;
        }
        return 3;
    };
    Verdict worst = Verdict::NotChecked;
    for (const StageReport& stage : stages)
        if (badness(stage.difference.verdict) > badness(worst)) worst = stage.difference.verdict;
    return worst;
}

} // namespace lightbench
