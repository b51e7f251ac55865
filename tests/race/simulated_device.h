// Simulated devices that disturb the known times of candidates, with noise, drift, spikes and other effects. Race
// trials run on them. Times are in microseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/split_mix.h"

struct DeviceTraits {
    std::string name;
    double noise = 0.02;  ///< standard deviation of the times' logarithms
    double drift = 0;     ///< times rise by this share over 100 rounds, and fall again over the next 100
    double spikes = 0;    ///< share of timings that take three times as long
    double neighbour = 0; ///< extra time as a share while a second program runs, which it does now and then
    double tickUs = 0;    ///< clock resolution
    /// The next kernel takes longer by up to this share, depending on the kernel before it.
    double state = 0;
};

/// One device for each kind of disturbance, and one with all of them.
std::vector<DeviceTraits> simulatedDevices();

class SimulatedDevice {
public:
    SimulatedDevice(const DeviceTraits& traits, std::vector<double> truthsUs, std::uint64_t seed);
    /// Runs a candidate `runs` times in one timing and returns the clock's time.
    double timeUs(std::size_t candidate, int runs = 1);

private:
    double uniform() { return (random_.symmetric() + 1) / 2; }
    double normal();
    double disturbance(std::size_t candidate);
    void meetNeighbour();

    DeviceTraits traits_;
    std::vector<double> truthsUs_;
    lightbench::SplitMix random_;
    double roundUs_ = 0; ///< the time of all candidates once
    double nowUs_ = 0, neighbourUs_ = 0;
    bool isShared_ = false;
    double left_ = 0; ///< the share by which the next kernel takes longer
};
