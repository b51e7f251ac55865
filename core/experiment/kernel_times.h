// The times of a point's kernels, and their text in a journal's cell. Rows of experiments hold them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lightbench {

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
