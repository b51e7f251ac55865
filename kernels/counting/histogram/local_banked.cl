// The histogram in local memory: each work-item counts a share of the image by local atomics in a table of its
// workgroup, in BANKS interleaved copies. The plain kernel's atomics all meet in one table in global memory, and equal
// samples wait for each other; here they meet within a workgroup alone, and the copies keep neighbours apart.
//
// The copies of a counter lie side by side, and neighbouring work-items count in different copies. With 32 copies each
// work-item of a warp also has a memory bank of its own, so that no image causes a bank conflict. A work-item keeps two
// chunks on their way from memory while it counts two others; the first loads even run while the table is cleared. A
// workgroup of a single work-item needs no atomics. It counts the pixels of a chunk in different copies, because an
// increment would otherwise wait for the store of the one before. So counting keeps up with the loads; that is why it
// is the fastest form on GPUs.
//
// The workgroup then adds the copies up. With MERGES_BY_KERNEL it writes its table to global memory, and
// histogram_merge adds the tables up. Otherwise it adds its table to the sums of all workgroups by global atomics. The
// variant `local` has one copy. equalize, auto-levels and otsu count 8-bit samples by this kernel, too, without alpha
// and luma.
//
// Podlozhnyuk (Histogram calculation in CUDA, 2007) counts in a table for each warp in local memory. Gomez-Luna et al.
// (An optimized approach to histogram computation on GPU, 2013) keep several copies of the table and lay them out
// against bank conflicts. Defines: those of counting.clh, and BANKS. ABLATION_STEP makes the kernel stop early, so that
// a benchmark can tell what each step costs. Only WHOLE has a result.
//
// Races: Work-items of a workgroup increment the same counters by local atomics, whose order does not matter. Barriers
// stand before and after all counting. The sums: with 64-bit atomics a counter carries its own ticket. Whoever finds
// that all workgroups have added holds the complete sum, and nobody else touches the counter any more. No order between
// counters matters. Without them each work-item adds its sums, then passes a fence of the device, then a barrier,
// before its workgroup draws the ticket. Whoever draws the last ticket passes a fence, and takes the sums by atomics,
// which no cache answers. `sums` is uploaded as zeros once, and each launch leaves zeros. A launch cannot stop half
// way: a host that gives up waits for it, or loses the context.
#include "counting/counting.clh"
#include "prelude/device_fence.clh"

// The layout of the table: row after row, bin after bin. RGBA bytes in eight copies have another one: the 32 work-items
// of a warp would share eight memory banks. There the four channels of a bin lie side by side, so that four channels of
// eight copies fill the 32 banks. The four work-items that share a copy begin with different channels of their pixels,
// and stay at different ones. They meet in no bank until all of them count luma, whose row lies after the channels. A
// rotation of the pixel's word brings the first channel to the lowest byte.
#if BANKS == 8 && BIN_ROWS == 5 && SRC_TYPE_ID == U8 && !SINGLE_ITEM_GROUP
INLINE uint first_copy_of(uint row, uint bin) { return (row < 4 ? bin * 4 + row : 1024 + bin) * BANKS; }

INLINE void count_pixel(chunk_t chunk, int pixel, local uint* table, uint copy) {
    const uint first_channel = get_local_id(0) / BANKS % 4;
    const uint rotated = rotate(word_of(chunk, pixel), -8 * first_channel);
    UNROLL_FOR (int k = 0; k < 4; ++k)
        atomic_inc(&table[first_copy_of((first_channel + k) % 4, rotated >> 8 * k & 255) + copy]);
    atomic_inc(&table[first_copy_of(LUMA_ROW, luma_in(chunk, pixel)) + copy]);
}
#else
INLINE uint first_copy_of(uint row, uint bin) { return (row * 256 + bin) * BANKS; }

INLINE void count_pixel(chunk_t chunk, int pixel, local uint* table, uint copy) {
    UNROLL_FOR (int row = 0; row < BIN_ROWS; ++row) {
        local uint* const counter = &table[first_copy_of(row, bin_in_row(chunk, pixel, row)) + copy];
        if (SINGLE_ITEM_GROUP)
            ++*counter;
        else
            atomic_inc(counter);
    }
}
#endif

INLINE void clear_table(local uint* table) {
    for (int i = get_local_id(0); i < BINS * BANKS; i += get_local_size(0)) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
}

INLINE void count_chunk(chunk_t chunk, local uint* table, uint copy) {
    UNROLL_FOR (int pixel = 0; pixel < CHUNK_PIXELS; ++pixel)
        count_pixel(chunk, pixel, table, SINGLE_ITEM_GROUP ? pixel % BANKS : copy);
}

// Counts a share with the loads two chunks ahead: while two chunks are counted, the next two are on their way.
INLINE void count_ahead(global const pixel_t* src, share_t share, local uint* table, uint copy) {
    chunk_t first, second;
    if (share.begin < share.end) first = load_chunk(src, share.begin);
    if (share.begin + share.step < share.end) second = load_chunk(src, share.begin + share.step);
    clear_table(table);

    int i = share.begin;
    while (i + 3 * share.step < share.end) {
        const chunk_t loaded = first, neighbour = second;
        i += 2 * share.step;
        first = load_chunk(src, i);
        second = load_chunk(src, i + share.step);
        count_chunk(loaded, table, copy);
        count_chunk(neighbour, table, copy);
    }
    // At most three chunks are left, of which two are loaded.
    if (i < share.end) count_chunk(first, table, copy);
    if (i + share.step < share.end) count_chunk(second, table, copy);
    if (i + 2 * share.step < share.end) count_chunk(load_chunk(src, i + 2 * share.step), table, copy);
}

// Counts the pixels of a workgroup. The table needs no initial value, and is complete for every work-item afterwards.
INLINE void count_in_banks(global const pixel_t* src, int pixels, local uint* table) {
    const share_t share = share_of(pixels / CHUNK_PIXELS);
    const uint copy = get_local_id(0) % BANKS;
    if (SINGLE_ITEM_GROUP) {
        clear_table(table);
        for (int i = share.begin; i < share.end; i += share.step) count_chunk(load_chunk(src, i), table, copy);
    } else {
        count_ahead(src, share, table, copy);
    }
    for (int i = first_remaining_pixel(pixels); i < pixels; i += get_global_size(0))
        count_pixel(load_pixel(src, i), 0, table, copy);
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The value of a counter. Neighbouring counters begin with different copies, and so with different memory banks.
INLINE uint sum_of_copies(const local uint* table, int counter) {
    const local uint* const copies = table + first_copy_of(counter / 256, counter % 256);
    uint sum = 0;
    for (int k = 0; k < BANKS; ++k) sum += copies[(counter + k) % BANKS];
    return sum;
}

// The sum of the tables of all workgroups, by atomics in global memory, without a second kernel. Each workgroup adds
// its table to `sums`, and the last one to arrive moves the sums to `result`. It leaves `sums` at 0, as it found them,
// so that the next launch needs no clearing. With 64-bit atomics the upper 24 bits of a counter count the workgroups.
// One trip to memory then tells both the sum and whether it is complete. Without them the word after the counters
// counts the workgroups. Fences separate it from the sums, as in the threadFenceReduction sample of the CUDA toolkit.
#ifdef cl_khr_int64_base_atomics
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

INLINE void add_to_sums(const local uint* table, global uint* sums, global uint* result, local uint* ticket) {
    const ulong one_workgroup = 1ul << 40;
    volatile global ulong* const counters = (volatile global ulong*)sums;
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) {
        const ulong own = one_workgroup + sum_of_copies(table, i);
        const ulong sum = atom_add(&counters[i], own) + own;
        if (sum / one_workgroup == get_num_groups(0)) {
            result[i] = (uint)sum;
            counters[i] = 0;
        }
    }
}
#else
// `ticket` is a word of local memory.
INLINE void add_to_sums(const local uint* table, volatile global uint* sums, global uint* result, local uint* ticket) {
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) {
        const uint own = sum_of_copies(table, i);
        if (own) atomic_add(&sums[i], own);
    }
    device_fence();
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) *ticket = atomic_inc(&sums[BINS]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (*ticket + 1 != get_num_groups(0)) return;
    device_fence();
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) result[i] = atomic_xchg(&sums[i], 0);
    if (get_local_id(0) == 0) atomic_xchg(&sums[BINS], 0);
}
#endif

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
