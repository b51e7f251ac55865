// Prints the results of races on simulated devices, as a table of MEASUREMENTS.md: race_table [RACES]
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "tests/race/race_trials.h"

namespace {
constexpr std::array sizes{2, 7, 30, 100};

/// Of each size one figure.
template <class Figure> std::string cell(const std::array<TrialOutcome, sizes.size()>& outcomes, Figure figure) {
    std::string text = "|";
    for (const TrialOutcome& outcome : outcomes)
        text += " " + std::to_string(std::lround(figure(outcome)));
    return text + " ";
}

void print(const DeviceTraits& device, TrialTruth truth, int races) {
    std::array<TrialOutcome, sizes.size()> race, bursts;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        race[i] = trials(truth, sizes[i], device, races);
        bursts[i] = burstTrials(truth, sizes[i], device, races);
    }
    const auto right = [](const TrialOutcome& outcome) { return outcome.right; };
    const auto first = [](const TrialOutcome& outcome) { return outcome.preferred; };
    const std::string text = "| " + device.name + " | " + truthName(truth) + " " + cell(race, right) +
                             cell(race, first) +
                             cell(race, [](const TrialOutcome& outcome) { return outcome.rounds; }) +
                             cell(bursts, right) + cell(bursts, first) + "|";
    std::puts(text.c_str());
    std::fflush(stdout);
}
} // namespace

int main(int count, char** arguments) {
    const int races = count > 1 ? std::max(1, std::atoi(arguments[1])) : 100;
    std::puts("| device | candidates | race: right | the first of the best wins | rounds | bursts: right | "
              "the first of the best wins |\n| --- | --- | --- | --- | --- | --- | --- |");
    for (const DeviceTraits& device : simulatedDevices())
        for (TrialTruth truth : {TrialTruth::Equal, TrialTruth::OneBetter, TrialTruth::OneWorse, TrialTruth::Spread})
            print(device, truth, races);
}
