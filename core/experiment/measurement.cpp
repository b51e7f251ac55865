// What follows from a measurement.
#include "core/experiment/measurement.h"

namespace lightbench {

namespace {
template <class Count> std::uint64_t totalOf(const std::vector<StageReport>& stages, Count count) {
    std::uint64_t sum = 0;
    for (const StageReport& stage : stages)
        for (const KernelReport& kernel : stage.kernels)
            sum += kernel.*count;
    return sum;
}
} // namespace

std::uint64_t BenchResult::bytes() const { return totalOf(stages, &KernelReport::bytes); }
std::uint64_t BenchResult::operations() const { return totalOf(stages, &KernelReport::operations); }
double BenchResult::gbPerS() const { return spanUs.median > 0 ? double(bytes()) / spanUs.median / 1000 : 0; }

Verdict BenchResult::verdict() const {
    Verdict worst = Verdict::NotChecked;
    for (const StageReport& stage : stages) {
        const Verdict one = stage.difference.verdict;
        if (one == Verdict::NotChecked) return one;
        if (worst == Verdict::NotChecked || one > worst) worst = one;
    }
    return worst;
}

} // namespace lightbench
