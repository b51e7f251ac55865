// Noise, drift, spikes, neighbours, ticks and state.
#include "tests/race/simulated_device.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

std::vector<DeviceTraits> simulatedDevices() {
    return {{.name = "noise of 0.5 %", .noise = 0.005},
            {.name = "noise of 2 %"},
            {.name = "noise of 10 %", .noise = 0.1},
            {.name = "drift of 20 %", .drift = 0.2},
            {.name = "spikes of 3 x in 5 %", .spikes = 0.05},
            {.name = "a neighbour comes and goes", .neighbour = 0.6},
            {.name = "a clock of 1 us", .tickUs = 1},
            {.name = "state of the kernel before", .state = 0.1},
            {.name = "all of these", .drift = 0.2, .spikes = 0.05, .neighbour = 0.6, .tickUs = 1, .state = 0.02}};
}

SimulatedDevice::SimulatedDevice(const DeviceTraits& traits, std::vector<double> truthsUs, std::uint64_t seed)
    : traits_(traits), truthsUs_(std::move(truthsUs)), random_(seed),
      roundUs_(std::accumulate(truthsUs_.begin(), truthsUs_.end(), 0.0)) {}

/// Box and Muller.
double SimulatedDevice::normal() {
    return std::sqrt(-2 * std::log(1 - uniform())) * std::cos(2 * std::numbers::pi * uniform());
}

/// Stays for some 30 timings and is away for some 60, in the mean: shorter than a burst of all, longer than one timing.
void SimulatedDevice::meetNeighbour() {
    const double sampleUs = roundUs_ / double(truthsUs_.size());
    while (traits_.neighbour > 0 && neighbourUs_ <= nowUs_) {
        isShared_ = !isShared_;
        neighbourUs_ += -std::log(1 - uniform()) * sampleUs * (isShared_ ? 30 : 60);
    }
}

double SimulatedDevice::disturbance(std::size_t candidate) {
    meetNeighbour();
    const double phase = std::fmod(nowUs_ / roundUs_ / 100, 2);
    double factor = std::exp(traits_.noise * normal()) * (1 + traits_.drift * std::min(phase, 2 - phase));
    if (traits_.spikes > 0 && uniform() < traits_.spikes) factor *= 3;
    if (isShared_) factor *= 1 + traits_.neighbour;
    factor *= 1 + left_;
    left_ = traits_.state * double(candidate) / double(std::max<std::size_t>(1, truthsUs_.size() - 1));
    return factor;
}

double SimulatedDevice::timeUs(std::size_t candidate, int runs) {
    const double us = truthsUs_[candidate] * runs * disturbance(candidate);
    const double start = nowUs_;
    nowUs_ += us;
    const double end = nowUs_;
    nowUs_ += 10 * uniform(); // until the host comes back
    if (traits_.tickUs == 0) return us;
    return (std::floor(end / traits_.tickUs) - std::floor(start / traits_.tickUs)) * traits_.tickUs;
}
