// Kernel passes that count samples in tables of 256 bins a row: what histogram and equalize share.
// kernels/counting/counting.clh has their device side.
#pragma once

#include <string>
#include <vector>

#include "core/filter/plan.h"

namespace lightbench {

/// How samples are counted, with nothing left to be chosen.
struct Counting {
    int rows = 1;         ///< of 256 bins: gray; red, green, blue; or these, alpha and luma
    int banks = 1;        ///< interleaved copies of a workgroup's table
    bool serial = false;  ///< a work-item's 16-byte reads follow one another; else those of neighbours do (coalesced)
    bool byKernel = true; ///< the tables of the workgroups go to a buffer, and a second kernel adds them up; else by
                          ///< atomics, in the buffer of sumsScratch
    int groups = 1;       ///< workgroups a compute unit, fewer for images that cannot keep them busy
};

/// Rows for the tables of filters that count: cuts `banks` (at most), `serial`, `groups`, as in Counting, and
/// `merge-rows`, the most rows of work-items of a merge, which share the tables of a bin out.
std::vector<MeasuredChoice> countingChoices();
/// What the request's cut says, for this many rows.
Counting automaticCounting(const PlanRequest& request, int rows);
/// The most copies of a table, a power of two up to 32, that fit into the device's local memory; at least 1.
int mostBanks(const DeviceInfo& device, int rows);

/// A pass over all pixels by a line of work-items in `counting.groups` workgroups a compute unit, but for its
/// arguments: no more work-items than have `leastPixels` pixels each. Sets the defines of
/// kernels/counting/counting.clh.
KernelPass countingPass(const PlanRequest& request, const Counting& counting, std::string kernel,
                        std::size_t leastPixels);
/// Adds the define and the local memory of a table in banks, and a word for the group's number.
void countInBanks(KernelPass& pass, const Counting& counting);
/// Where workgroups add their tables up by atomics: zeros before and after every kernel (add_to_sums in
/// kernels/counting/counting.clh).
Scratch sumsScratch(int rows);
/// Adds `tables` tables up to `sums` tables, each of `rows` x 256 counters; the arguments are left to the caller. The
/// kernel is FILTER_merge; its defines are those of the pass that counted.
KernelPass mergePass(const PlanRequest& request, const KernelPass& counted, int rows, int tables, int sums);

} // namespace lightbench
