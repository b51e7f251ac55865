// Finds the half of a sort key at which an end of a channel lies, from the counts of all halves, for float_ends/
// (float_ends.clh).
//
// One workgroup of at most 256 work-items finds one end, and the grid has two for each colour channel. Each work-item
// searches a segment of the 65536 counters (value_segments.clh). The sums of the segments meet in local memory, and the
// work-item in whose segment the end lies goes through it with a running sum. The first round (`lower` is 0) finds the
// upper half and how many of the samples with it come before the sought one. The second finds the lower half.
#include "prelude/prelude.clh"
#include "counting/value_segments.clh"

// The low end is sought from the least value on, the high one from the greatest.
INLINE uint count_at(global const uint* counts, int i, bool is_high) { return counts[is_high ? VALUES - 1 - i : i]; }

KERNEL void float_ends_find(global const uint* counts, global uint* ends, int lower, uint darkest, uint lightest) {
    local uint sums[MAX_SEGMENTS];
    const int item = get_local_id(0), number = get_group_id(0);
    const segment_t segment = own_segment();
    const bool is_high = number & 1;
    counts += (lower ? number : number / 2) * VALUES;
    const uint skipped = lower ? ends[number * 2 + 1] : is_high ? lightest : darkest;
    const uint upper = lower ? ends[number * 2] << 16 : 0;
    uint sum = 0;
    for (int i = segment.begin; i < segment.end; ++i) sum += count_at(counts, i, is_high);
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    uint before = 0, all = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i) {
        if (i == item) before = all;
        all += sums[i];
    }
    if (all <= skipped && item == 0) {
        // No number has this key.
        ends[number * 2] = lower ? 0xffffffffu : 0xffffu;
        ends[number * 2 + 1] = 0xffffffffu;
    }
    if (before > skipped || before + sum <= skipped) return;
    for (int i = segment.begin; i < segment.end; ++i) {
        const uint count = count_at(counts, i, is_high);
        if (before + count > skipped) {
            ends[number * 2] = upper | (uint)(is_high ? VALUES - 1 - i : i);
            ends[number * 2 + 1] = skipped - before;
            return;
        }
        before += count;
    }
}
