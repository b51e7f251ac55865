// The samples of one point's race, and their text in a journal's cell. A race needs them to resume; comparisons and
// tuning read them too.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

/// Microseconds per run, one sample for each round that the point took part in. A point measured by itself has only
/// `racing`.
struct Samples {
    std::vector<double> warmUp, racing, confirmation;
    bool isEmpty() const { return warmUp.empty() && racing.empty() && confirmation.empty(); }
    bool operator==(const Samples&) const = default;
};

/// "52.1 51.9; 50.2 50.1 50.3; 50.2": the three lists; empty if there are no samples.
std::string samplesText(const Samples& samples);
/// Throws Error(Input) if the text is malformed.
Samples parseSamples(std::string_view text);

} // namespace lightbench
