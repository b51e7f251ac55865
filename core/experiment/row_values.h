// The values of a row that a journal stores as one cell of text: a status, the samples of a race, the times of kernels.
// Rows, rankings and reports use them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

/// The status of a point among those with the same result.
enum class PointStatus {
    NotRun,   ///< it has no time
    Winner,   ///< preferred among the points not shown to be slower than the best
    Tie,      ///< not shown to be slower than the best
    Slower,   ///< right, and slower
    Dropped,  ///< it ran, but its result is wrong
    NotRaced, ///< it has a time, but was measured by itself
};

/// Its name in reports: "not run", "winner", "tie", "slower", "dropped" or "not raced".
std::string statusName(PointStatus status);
/// The status of that name; nothing if there is none.
std::optional<PointStatus> statusNamed(std::string_view name);

/// The samples of one point's race, which it needs to resume: microseconds per run, one for each round that the point
/// took part in. A point measured by itself has none.
struct Samples {
    std::vector<double> warmUp, racing, confirmation;
    bool isEmpty() const { return warmUp.empty() && racing.empty() && confirmation.empty(); }
    bool operator==(const Samples&) const = default;
};

/// "52.1 51.9; 50.2 50.1 50.3; 50.2": the three lists; empty if there are no samples.
std::string samplesText(const Samples& samples);
/// Throws Error(Input) if the text is malformed.
Samples parseSamples(std::string_view text);

struct KernelTime {
    std::string name;
    double us = 0; ///< microseconds per run
    bool operator==(const KernelTime&) const = default;
};

/// In the order of the passes.
using KernelTimes = std::vector<KernelTime>;

/// "blur-rows=12.5 blur-columns=30.1": three digits each; spaces in names become -.
std::string kernelsText(const KernelTimes& kernels);
/// Throws Error(Input) if the text is malformed.
KernelTimes parseKernels(std::string_view text);

} // namespace lightbench
