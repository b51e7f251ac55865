// histogram: 256 bins a channel, for colour images red, green, blue, alpha and luma. core/image/histogram.h has the
// rule.
//
// Defines: those of common.clh and counting.clh; BANKS (copies of a table in local memory) or COPIES (of a work-item's
// private table); BY_KERNEL (1: tables go to `sums` one after the other, for histogram_merge; 0: they are added up
// there by atomics); ABLATION_STEP (the last step that the ablation includes: 0 reading, 1 scattering, 2 reduction in a
// workgroup, 3 all of it, which is the default and the only one with a result).
#include "common.clh"
#include "counting.clh"

#ifndef ABLATION_STEP
#define ABLATION_STEP 3
#endif

#define COUNT_GLOBAL(j, row, bin) atomic_inc(&histogram[(row)*256 + (bin)]);
KERNEL void histogram_global_atomic(global const SRC_PIXEL* src, global uint* histogram, int pixels) {
    COUNT_ALL(COUNT_GLOBAL, src, pixels, )
}

#ifdef COPIES
// Each work-item counts in a table of its own and writes it behind those of the work-items before it.
#define COUNT_PRIVATE(j, row, bin) ++bins[0x##j % COPIES * BINS + (row)*256 + (bin)];
KERNEL void histogram_private(global const SRC_PIXEL* src, global uint* partial, int pixels) {
    uint bins[COPIES * BINS];
    for (int i = 0; i < COPIES * BINS; ++i) bins[i] = 0;
    COUNT_ALL(COUNT_PRIVATE, src, pixels, )
    global uint* own = partial + (ulong)get_global_id(0) * BINS;
    for (int i = 0; i < BINS; ++i) {
        uint sum = bins[i];
        for (int copy = 1; copy < COPIES; ++copy) sum += bins[copy * BINS + i];
        own[i] = sum;
    }
}
#endif

#ifdef BANKS
#if ABLATION_STEP == 0
// Reads as count_in_banks does, four chunks at a time; the comparison keeps the compiler from leaving the reads out.
static inline void reads_alone(global const SRC_PIXEL* src, int pixels, global uint* result) {
    global const uint4* all = (global const uint4*)src;
    uint4 seen = 0;
    const int end = end_chunk(pixels / CHUNK);
    int i = first_chunk(pixels / CHUNK);
    for (; i + 3 * CHUNK_STEP < end; i += 4 * CHUNK_STEP)
        seen ^= all[i] ^ all[i + CHUNK_STEP] ^ all[i + 2 * CHUNK_STEP] ^ all[i + 3 * CHUNK_STEP];
    for (; i < end; i += CHUNK_STEP) seen ^= all[i];
    if ((seen.x ^ seen.y ^ seen.z ^ seen.w) == 0x9E3779B9u) result[0] = 0;
}
#endif

KERNEL void histogram_local(global const SRC_PIXEL* src, global uint* result, global uint* sums, int pixels) {
    local uint bins[BINS * BANKS];
    local uint ticket;
#if ABLATION_STEP == 0
    reads_alone(src, pixels, result);
#else
    count_in_banks(src, pixels, bins);
#endif
    // No counter can come to 2^32 - 1, but the compiler does not know.
#if ABLATION_STEP == 1
    if (bins[get_local_id(0) % BINS] == 0xFFFFFFFFu) result[0] = 0;
#elif ABLATION_STEP == 2
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
        if (sum_of_banks(bins, i) == 0xFFFFFFFFu) result[0] = 0;
#elif ABLATION_STEP == 3 && BY_KERNEL
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0))
        sums[get_group_id(0) * BINS + i] = sum_of_banks(bins, i);
#elif ABLATION_STEP == 3
    add_to_sums(bins, sums, result, &ticket);
#endif
}
#endif

#ifdef MERGE_ITEMS
// Adds tables up, one column of work-items a bin, the tables dealt out to the rows. With several groups in the second
// dimension each makes one table of a segment of them.
KERNEL void histogram_merge(global const uint* partial, global uint* merged, int tables) {
    local uint sums[MERGE_ITEMS];
    const int bin = get_global_id(0);
    const int columns = get_local_size(0);
    const int rows = get_local_size(1);
    const int item = get_local_id(1) * columns + get_local_id(0);
    const int end = (int)((long)tables * (get_group_id(1) + 1) / get_num_groups(1));
    uint sum = 0;
    for (int t = (int)((long)tables * get_group_id(1) / get_num_groups(1)) + (int)get_local_id(1); t < end; t += rows)
        sum += partial[(ulong)t * BINS + bin];
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(1) != 0) return;
    for (int row = 1; row < rows; ++row) sum += sums[row * columns + get_local_id(0)];
    merged[get_group_id(1) * BINS + bin] = sum;
}
#endif
