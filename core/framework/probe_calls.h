// Finds the calls of lb_probe in a program, and makes them write to a buffer. Normally lb_probe does nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

/// lb_probe(value) or lb_probe_at(x, y, value) in a kernel.
struct ProbeCall {
    std::string kernel; ///< empty: it stands outside of any kernel
    std::string file;   ///< as messages name it
    int line = 0;
    std::string value;     ///< the expression
    bool isPlaced = false; ///< lb_probe_at
};

/// True if the text has the word lb_probe or lb_probe_at.
bool mayHaveProbes(std::string_view text);
/// Definitions of both, for programs that report nothing.
std::string_view emptyProbes();
/// In the order of the text. Throws Error(Build) for a call with a wrong number of arguments.
std::vector<ProbeCall> probeCalls(std::string_view text);
/// The program with calls that report. Kernels with calls have more parameters in front: `lb_probes`, a buffer of
/// probeWords; `lb_probe_x` and `lb_probe_y`, the pixel; `lb_probe_item_x` and `lb_probe_item_y`, the work-item of the
/// pixel. The buffer must hold zeros. It begins with the number of reports, each of which has probeReportWords: the
/// number of the call, its lanes and kind, and two words for each of four lanes.
std::string withReportingProbes(std::string_view text);

inline constexpr std::size_t maxProbeReports = 64, probeReportWords = 10;
inline constexpr std::size_t probeWords = 1 + maxProbeReports * probeReportWords;
/// How a report's lanes are stored; the word has it above the number of lanes.
enum class ProbeKind { Signed, Unsigned, Float, Double };

} // namespace lightbench
