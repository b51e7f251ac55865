#include "core/run/measurement.h"

#include <cmath>

namespace lightbench {

namespace {
/// In 10^9 bytes or operations per second: a thousand times what the fastest devices of today reach.
constexpr double highestRate = 1e8;

bool isUsableRate(double rate) { return rate > 0 && rate < highestRate; }

template <class Figure> Figure totalOf(const std::vector<StageReport>& stages, Figure KernelReport::*figure) {
    Figure sum = 0;
    for (const StageReport& stage : stages)
        for (const KernelReport& kernel : stage.kernels)
            sum += kernel.*figure;
    return sum;
}
} // namespace

bool areUsable(const PeakRates& peakRates) {
    const auto holds = [](const PeakRate& one) { return isUsableRate(one.best) && isUsableRate(one.minimum); };
    // A launch may be shorter than a tick of the clock: its time is 0 then.
    return holds(peakRates.readGbPerS) && holds(peakRates.copyGbPerS) && holds(peakRates.gigaOperationsPerS) &&
           holds(peakRates.localGbPerS) && peakRates.launchUs >= 0 && std::isfinite(peakRates.launchUs);
}

std::uint64_t Measurement::bytes() const { return totalOf(stages, &KernelReport::bytes); }
std::uint64_t Measurement::operations() const { return totalOf(stages, &KernelReport::operations); }
double Measurement::queuedUs() const { return totalOf(stages, &KernelReport::queuedUs); }
double Measurement::submitUs() const { return totalOf(stages, &KernelReport::submitUs); }
double Measurement::gbPerS() const { return spanUs.median > 0 ? double(bytes()) / spanUs.median / 1000 : 0; }

} // namespace lightbench
