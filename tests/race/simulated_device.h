// Devices that are made up: how they disturb the times of candidates whose true times are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/split_mix.h"

struct DeviceTraits {
    std::string name;
    double noise = 0.02;  ///< standard deviation of the times' logarithms
    double drift = 0;     ///< times rise by this share in 100 rounds, and fall again in the next 100
    double spikes = 0;    ///< share of the samples that take three times as long
    double neighbour = 0; ///< while it works everything takes longer by this share; it comes and goes
    double tickUs = 0;    ///< of the clock
    /// The next kernel takes longer by up to this share, depending on which one was there before.
    double state = 0;
};

/// One for each thing that a measurement must survive, and one that has them all.
std::vector<DeviceTraits> simulatedDevices();

class SimulatedDevice {
public:
    SimulatedDevice(const DeviceTraits& traits, std::vector<double> truthsUs, std::uint64_t seed);
    /// Runs a candidate so many times in one sample, and gives what the clock says of it.
    double timeUs(std::size_t candidate, int runs = 1);

private:
    double uniform() { return (random_.symmetric() + 1) / 2; }
    double normal();
    double disturbance(std::size_t candidate);
    void meetNeighbour();

    DeviceTraits traits_;
    std::vector<double> truthsUs_;
    lightbench::SplitMix random_;
    double roundUs_ = 0; ///< what everybody takes once
    double nowUs_ = 0, neighbourUs_ = 0;
    bool isShared_ = false;
    double left_ = 0; ///< state: the share that the next kernel takes longer
};
