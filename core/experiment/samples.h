// The samples of one point's race, as a cell of a journal: what a race needs to go on, and what others may compute
// with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

/// Microseconds of one run, a sample for each round from its first to the last that the point took part in. A point
/// that was measured in one go has `racing` only.
struct Samples {
    std::vector<double> warmUp, racing, fresh;
    bool operator==(const Samples&) const = default;
};

/// "52.1 51.9; 50.2 50.1 50.3; 50.2": the three lists; empty for no samples.
std::string samplesText(const Samples& samples);
/// Throws Error(Input) if it is none of those.
Samples parseSamples(std::string_view text);

} // namespace lightbench
