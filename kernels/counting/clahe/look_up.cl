// clahe's look-up: interpolates each pixel between the tables of the four tiles whose centres surround it.
//
// The grid is two-dimensional; a work-item looks up PIXELS_PER_ITEM neighbouring pixels of a row, 4 on GPUs and 256 on
// CPUs. It reads the four entries of each channel from global memory; neighbours read the same tables, which soon lie
// in the cache. It interpolates twice across and once down, in floats, and rounds the result half to even.
// `tiles_per_pixel_x` and `tiles_per_pixel_y` place pixels between tiles (clahe_tiles.clh). `tables` has VALUES
// entries for each channel of each tile, the tiles row by row. look_up_between.cl replaces this kernel for gray bytes
// on CPUs in workgroups of one work-item, with a quarter of the loads.
#include "counting/clahe/clahe_tiles.clh"
#include "prelude/rounding.clh"

// The entry between those of four tables; `left` and `right` are its indices in both tables of a row of tiles.
INLINE out_sample_t interpolated_entry(global const entry_t* above, global const entry_t* below, int left, int right,
                                       tile_pair_t across, tile_pair_t down) {
    const float upper = (float)above[left] * across.first_weight + (float)above[right] * across.second_weight;
    const float lower = (float)below[left] * across.first_weight + (float)below[right] * across.second_weight;
    return (out_sample_t)round_half_even(upper * down.first_weight + lower * down.second_weight);
}

KERNEL void clahe_look_up(global const pixel_t* src, global out_pixel_t* dst, global const entry_t* tables, int width,
                          int height, int tile_columns, int tile_rows, float tiles_per_pixel_x,
                          float tiles_per_pixel_y) {
    const int y = get_global_id(1), begin = get_global_id(0) * PIXELS_PER_ITEM, tile_entries = COLOUR_CHANNELS * VALUES;
    if (y >= height) return;
    const tile_pair_t down = tile_pair_at(y, tiles_per_pixel_y, tile_rows);
    global const entry_t* const above = tables + (size_t)down.first * tile_columns * tile_entries;
    global const entry_t* const below = tables + (size_t)down.second * tile_columns * tile_entries;
    for (int x = begin; x < min(begin + PIXELS_PER_ITEM, width); ++x) {
        const tile_pair_t across = tile_pair_at(x, tiles_per_pixel_x, tile_columns);
        const int left = across.first * tile_entries, right = across.second * tile_entries;
        const pixel_t source = src[(size_t)y * width + x];
        out_sample_t result[COLOUR_CHANNELS];
        UNROLL_FOR (int channel = 0; channel < COLOUR_CHANNELS; ++channel) {
            const int entry = channel * VALUES + channel_of(source, channel);
            result[channel] = interpolated_entry(above, below, left + entry, right + entry, across, down);
        }
#if SRC_CHANNELS == 4
        dst[(size_t)y * width + x] = (out_pixel_t)(result[0], result[1], result[2], source.w);
#else
        dst[(size_t)y * width + x] = result[0];
#endif
    }
}
