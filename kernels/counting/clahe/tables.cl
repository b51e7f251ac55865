// clahe of 8-bit samples, the tables: one workgroup makes the tables of a tile, one for each channel.
//
// Without slices (SLICES is 1) the workgroup counts the tile in local memory first (clahe_counts.clh); otherwise
// count.cl did. It adds up what lies above `limit`, clips the counters, and gives the clipped samples back evenly.
// Running sums of the counters, made by the whole workgroup (running_sums.clh), become the entries of the table, times
// `scale`. All of this is in local memory, and only the tables are written. The one-dimensional grid has a workgroup
// for each tile; a GPU is thus busy only if tiles are many, and count.cl divides the counting otherwise.
//
// Races: A tile is one workgroup. Its work-items add to `clipped` by local atomics, whose order does not matter, and a
// barrier stands before and after.
#include "counting/clahe/clahe_counts.clh"
#include "prelude/running_sums.clh"

// How many of the clipped samples a bin gets back: all bins the same, and bins at even distances one of the rest.
INLINE uint returned_to(uint bin, uint clipped) {
    const uint rest = clipped % 256, step = rest == 0 ? 1 : max(256 / rest, 1u);
    return clipped / 256 + (bin % step == 0 && bin / step < rest ? 1 : 0);
}

// `counts` are those of all tiles; without slices the kernel counts by itself.
KERNEL void clahe_tables(global const pixel_t* src, global const uint* counts, global uchar* tables, int width,
                         int height, int tile_columns, int tile_width, int tile_height, uint limit, float scale) {
    local uint bins[BINS];
    local uint sums[2 * 256];
    local uint clipped[COLOUR_CHANNELS];
    const int items = get_local_size(0), item = get_local_id(0), tile = get_group_id(0);
    for (int i = item; i < BINS; i += items) bins[i] = SLICES > 1 ? counts[tile * BINS + i] : 0;
    for (int i = item; i < COLOUR_CHANNELS; i += items) clipped[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (SLICES == 1) {
        const int2 size = (int2)(tile_width, tile_height);
        count_tile(src, width, height, (int2)(tile % tile_columns, tile / tile_columns) * size, size, bins);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = item; i < BINS; i += items)
        if (bins[i] > limit) atomic_add(&clipped[i / 256], bins[i] - limit);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int channel = 0; channel < COLOUR_CHANNELS; ++channel) {
        for (uint bin = item; bin < 256; bin += items)
            sums[bin] = min(bins[channel * 256 + bin], limit) + returned_to(bin, clipped[channel]);
        running_sums(sums);
        for (int bin = item; bin < 256; bin += items)
            tables[(tile * COLOUR_CHANNELS + channel) * 256 + bin] = convert_uchar_sat_rte((float)sums[bin] * scale);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
