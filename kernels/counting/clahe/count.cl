// clahe of 8-bit samples, the counts of large tiles: SLICES workgroups share the rows of a tile.
//
// Few large tiles would leave most of a GPU idle if each had one workgroup. Here a workgroup counts a slice of a tile
// in local memory (clahe_counts.clh). It adds up the copies of each counter, and adds the sums to those of the tile in
// global memory by atomics. The tile's counters must be 0 at first. The one-dimensional grid has SLICES workgroups for
// each tile. tables.cl makes the tables; where SLICES is 1 it counts, too.
//
// Races: Slices of a tile add to the same counters by global atomics, whose order does not matter. Only a later kernel
// loads them. In local memory barriers stand before and after the counting.
#include "counting/clahe/clahe_counts.clh"

KERNEL void clahe_count(global const pixel_t* src, volatile global uint* counts, int width, int height,
                        int tile_columns, int tile_width, int tile_height) {
    local uint bins[BINS * COPIES];
    const int items = get_local_size(0), item = get_local_id(0);
    const int tile = get_group_id(0) / SLICES, slice = get_group_id(0) % SLICES;
    for (int i = item; i < BINS * COPIES; i += items) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int top = (int)((long)tile_height * slice / SLICES), end = (int)((long)tile_height * (slice + 1) / SLICES);
    const int2 begin = (int2)(tile % tile_columns * tile_width, tile / tile_columns * tile_height + top);
    count_tile(src, width, height, begin, (int2)(tile_width, end - top), bins);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < BINS; i += items) {
        uint count = 0;
        for (int copy = 0; copy < COPIES; ++copy) count += bins[i * COPIES + (i + copy) % COPIES];
        if (count != 0) atomic_add(&counts[tile * BINS + i], count);
    }
}
