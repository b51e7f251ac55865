// Passes that count samples. Tables of 256 bins, privatised per workgroup, serve histogram and equalize
// (kernels/counting/counting.clh). Sort keys of 16 bits are counted one sub-range at a time, for tables of 16-bit and
// float images (kernels/counting/key_counts.clh).
#pragma once

#include <string>
#include <vector>

#include "core/framework/plan.h"
#include "core/framework/tuning_parameters.h"

namespace lightbench {

/// A complete choice of how samples are counted.
struct Counting {
    int rows = 1;  ///< rows of 256 bins: gray; or red, green, blue; or these, alpha and luma
    int banks = 1; ///< interleaved copies of a workgroup's table
    /// A work-item's 16-byte reads are consecutive; otherwise those of neighbours are (coalesced).
    bool serial = false;
    /// The workgroups store their tables, and a second kernel adds them up; otherwise they add them atomically into
    /// sumsScratch.
    bool byKernel = true;
    int groups = 1; ///< workgroups per compute unit, fewer for images too small to keep them busy
};

/// The tuning parameters of variants that count: the maximum number of banks, and the others as in Counting. Parameters
/// may override them, so that the defines are those of the Counting.
struct CountingTuning {
    int banks = 1;
    bool serial = false;
    int groups = 1;
};
constexpr auto fields(const CountingTuning*) {
    using T = CountingTuning;
    return FieldList{Field{"banks", &T::banks, NotInReport}, Field{"serial", &T::serial, NotInReport},
                     Field{"groups", &T::groups, NotInReport}};
}
/// The tuning parameter of variants that merge tables by a kernel.
struct MergeTuning {
    int mergeRows = 1; ///< the maximum number of rows of work-items that share the tables of a bin
};
constexpr auto fields(const MergeTuning*) {
    return FieldList{Field{"merge-rows", &MergeTuning::mergeRows, NotInReport}};
}

/// Measured choices for filters that count.
std::vector<MeasuredChoice> countingChoices();
/// The Counting for a request's tuning parameters and this many rows.
Counting automaticCounting(const PlanRequest& request, int rows);
/// The maximum number of table copies, a power of two up to 32, that fit into the device's local memory; at least 1.
int maxBanks(const DeviceInfo& device, int rows);

/// A pass over all pixels, whose arguments the caller sets: a one-dimensional grid with `counting.groups` workgroups
/// per compute unit. It has fewer work-items if each would get fewer than `minPixels`. Sets the defines of
/// kernels/counting/counting.clh.
KernelPass countingPass(const PlanRequest& request, const Counting& counting, KernelName name, std::size_t minPixels);
/// Adds the define and the local memory for a banked table, plus one word for the workgroup's number.
void countInBanks(KernelPass& pass, const Counting& counting);
/// The buffer into which workgroups add their tables atomically. It is zero before and after every kernel (add_to_sums
/// in kernels/counting/histogram/local_banked.cl).
Scratch sumsScratch(int rows);
/// A pass that merges `tables` tables into `sums` tables of `rows` x 256 counters each; the caller sets the arguments.
/// The kernel is histogram_merge, with the defines of the counting pass.
KernelPass mergePass(const PlanRequest& request, const KernelPass& counted, int rows, int tables, int sums);

/// True if the device should count 16-bit keys in parts, in local memory: it needs enough local memory, and CPUs are
/// excluded because theirs is no faster.
bool countsKeysInParts(const PlanRequest& request);
/// A pass of a kernel that counts keys in parts, with the arguments `src` and `pixels`. The caller adds the tables,
/// 65536 counts of 32 bits for each colour channel, zeroed before. Workgroups are one-dimensional.
KernelPass keyCountsPass(const PlanRequest& request, const std::string& program);

} // namespace lightbench
