// Means of small windows of 8-bit samples, computed in registers: the host side of kernels/scans/box_blocks.clh. box
// and adaptive-threshold use it.
#pragma once

#include <string>

#include "core/framework/tuning_parameters.h"

namespace lightbench {

/// The tuning parameter of means in registers.
struct BoxBlocksTuning {
    int pairRows = 1; ///< of a block; half of its rows for gray
};
constexpr auto fields(const BoxBlocksTuning*) { return FieldList{Field{"pair-rows", &BoxBlocksTuning::pairRows}}; }

/// The tuning parameter of a variant that computes only small windows in registers.
struct BoxColumnsTuning {
    int maxInRegisters = 0; ///< the largest k
};
constexpr auto fields(const BoxColumnsTuning*) {
    return FieldList{Field{"most-in-registers", &BoxColumnsTuning::maxInRegisters, NotInReport}};
}

/// A pass with a kernel that computes means of k x k samples, k at most 15, and takes src, dst, width and height.
/// Its tuning parameters are BoxBlocksTuning. The caller adds `operations`.
KernelPass boxBlocksPass(const PlanRequest& request, KernelName name, int k, const std::string& border);
/// The measured tuning parameters for that variant, for filters with a parameter k.
std::vector<MeasuredChoice> boxBlocksCuts(const std::string& variant);

} // namespace lightbench
