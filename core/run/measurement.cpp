// Sums over stages and computes bandwidths.
#include "core/run/measurement.h"

namespace lightbench {

namespace {
template <class Figure> Figure totalOf(const std::vector<StageReport>& stages, Figure KernelReport::*figure) {
    Figure sum = 0;
    for (const StageReport& stage : stages)
        for (const KernelReport& kernel : stage.kernels)
            sum += kernel.*figure;
    return sum;
}
} // namespace

std::uint64_t Measurement::bytes() const { return totalOf(stages, &KernelReport::bytes); }
std::uint64_t Measurement::operations() const { return totalOf(stages, &KernelReport::operations); }
double Measurement::queuedUs() const { return totalOf(stages, &KernelReport::queuedUs); }
double Measurement::submitUs() const { return totalOf(stages, &KernelReport::submitUs); }
double Measurement::gbPerS() const { return spanUs.median > 0 ? double(bytes()) / spanUs.median / 1000 : 0; }

} // namespace lightbench
