// The histogram in local memory: each work-item counts a share of the image by local atomics in a table of its
// workgroup, in BANKS interleaved copies. The plain kernel's atomics all meet in one table in global memory, and equal
// samples wait for each other; here they meet within a workgroup alone, and the copies keep neighbours apart
// (banked_table.clh).
//
// Counting keeps up with the loads; that is why it is the fastest form on GPUs. The workgroup then adds the copies up.
// With MERGES_BY_KERNEL it writes its table to global memory, and histogram_merge adds the tables up. Otherwise it adds
// its table to the sums of all workgroups by global atomics. The variant `local` has one copy.
//
// ABLATION_STEP makes the kernel stop early, so that a benchmark can tell what each step costs. Only WHOLE has a
// result.
#include "counting/counting.clh"
#include "counting/banked_table.clh"

enum { READ, SCATTER, LOCAL_REDUCTION, WHOLE };
#ifndef ABLATION_STEP
#define ABLATION_STEP WHOLE
#endif

// A shortened kernel compares its numbers with this one, lest the compiler removes its work. No counter reaches it.
#define IMPOSSIBLE 0xFFFFFFFFu

// Loads a share, four chunks at a time, and counts nothing.
INLINE uint read_share(global const pixel_t* src, share_t share) {
    global const uint4* const chunks = (global const uint4*)src;
    const int step = share.step;
    uint4 seen = 0;
    int i = share.begin;
    for (; i + 3 * step < share.end; i += 4 * step)
        seen ^= chunks[i] ^ chunks[i + step] ^ chunks[i + 2 * step] ^ chunks[i + 3 * step];
    for (; i < share.end; i += step) seen ^= chunks[i];
    return seen.x ^ seen.y ^ seen.z ^ seen.w;
}

KERNEL void histogram_local(global const pixel_t* src, global uint* result, global uint* sums, int pixels) {
    local uint table[BINS * BANKS];
    local uint ticket;
    const int item = get_local_id(0), items = get_local_size(0);
    if (ABLATION_STEP == READ) {
        if (read_share(src, share_of(pixels / CHUNK_PIXELS)) == IMPOSSIBLE) result[0] = 0;
        return;
    }
    count_in_banks(src, pixels, table);
    if (ABLATION_STEP == SCATTER) {
        if (table[item % BINS] == IMPOSSIBLE) result[0] = 0;
    } else if (ABLATION_STEP == LOCAL_REDUCTION) {
        for (int i = item; i < BINS; i += items)
            if (sum_of_copies(table, i) == IMPOSSIBLE) result[0] = 0;
    } else if (MERGES_BY_KERNEL) {
        for (int i = item; i < BINS; i += items) sums[get_group_id(0) * BINS + i] = sum_of_copies(table, i);
    } else {
        add_to_sums(table, sums, result, &ticket);
    }
}
