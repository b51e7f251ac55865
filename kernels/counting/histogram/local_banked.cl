// The histogram in local memory: each workgroup counts in a table of its own, in BANKS interleaved copies.
//
// The work-items of all workgroups share the image out (counting.clh). Each one increments the counters of its
// workgroup's table by local atomics (banked_table.clh). The copies keep neighbours from colliding, so that counting
// keeps up with the loads; that is why it is the fastest form on GPUs. The workgroup then adds the copies up. With
// MERGES_BY_KERNEL it writes its table to global memory, and histogram_merge adds the tables up. Otherwise it adds its
// table to the sums of all workgroups by global atomics (table_sums.clh). Podlozhnyuk (Histogram calculation in CUDA,
// 2007) has a table for each warp instead of one for a workgroup. The variant `local` has one copy; banked_table.clh
// says what more copies are good for.
//
// ABLATION_STEP makes the kernel stop early, so that a benchmark can tell what each step costs. Only WHOLE has a
// result.
#include "prelude/prelude.clh"
#include "counting/counting.clh"
#include "counting/banked_table.clh"
#include "counting/table_sums.clh"

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
