// What follows from a measurement.
#include "core/run/measurement.h"

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

std::uint64_t Measurement::bytes() const { return totalOf(stages, &KernelReport::bytes); }
std::uint64_t Measurement::operations() const { return totalOf(stages, &KernelReport::operations); }
double Measurement::gbPerS() const { return spanUs.median > 0 ? double(bytes()) / spanUs.median / 1000 : 0; }

} // namespace lightbench
