// Finds one half of the sort key of a channel's low or high end, from the histogram of these halves, for float_ends/
// (float_ends.clh). Ends are the samples that remain after so many of the darkest and lightest ones are skipped.
//
// One workgroup of at most 256 work-items finds one end, and the grid has two for each colour channel. Each work-item
// searches a share of the 65536 counters (value_shares.clh). The sums of the shares meet in local memory, and the
// work-item in whose share the end lies goes through it with a running sum. Round 0 finds the upper half, and how many
// of the samples with it come before the sought one. Round 1 finds the lower half.
#include "counting/value_shares.clh"

// The low end is sought from the least value on, the high one from the greatest.
INLINE uint count_at(global const uint* counts, int i, bool is_high) { return counts[is_high ? VALUES - 1 - i : i]; }

KERNEL void float_ends_find(global const uint* counts, global uint* ends, int round_number, uint skipped_low,
                            uint skipped_high) {
    local uint sums[MAX_ITEMS];
    const int item = get_local_id(0), end = get_group_id(0);
    const value_share_t share = own_share();
    const bool is_high = end & 1;
    counts += (round_number ? end : end / 2) * VALUES;
    const uint skipped = round_number ? ends[end * 2 + 1] : is_high ? skipped_high : skipped_low;
    const uint upper = round_number ? ends[end * 2] << 16 : 0;
    uint sum = 0;
    for (int i = share.begin; i < share.end; ++i) sum += count_at(counts, i, is_high);
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    uint before = 0, all = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i) {
        if (i == item) before = all;
        all += sums[i];
    }
    if (all <= skipped && item == 0) {
        // The channel has too few samples: mark the end as absent.
        ends[end * 2] = round_number ? 0xffffffffu : 0xffffu;
        ends[end * 2 + 1] = 0xffffffffu;
    }
    if (before > skipped || before + sum <= skipped) return;
    for (int i = share.begin; i < share.end; ++i) {
        const uint count = count_at(counts, i, is_high);
        if (before + count > skipped) {
            ends[end * 2] = upper | (uint)(is_high ? VALUES - 1 - i : i);
            ends[end * 2 + 1] = skipped - before;
            return;
        }
        before += count;
    }
}
