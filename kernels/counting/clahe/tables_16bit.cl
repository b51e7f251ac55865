// clahe's counts and tables of 16-bit samples, in global memory. clahe has no plain variant; the kernels for 8-bit
// samples (tables.cl) do the same in local memory.
//
// A tile and channel has 65536 bins, whose counts local memory could not hold. Work-items count PIXELS_PER_ITEM pixels
// of a row of the tiles by global atomics. One workgroup of at most 256 then turns the counts of a tile's channel into
// its table, each work-item a share of the bins. Most bins of small tiles are empty, so that 16 of them are tested at
// once. Counts are clipped at a limit, and each bin gets `per_bin` of the clipped samples back. What remains goes to
// bins 0, `step`, 2 * `step` and so on, one extra sample each, until it is used up. A work-item needs the sum of the
// bins before its own: it adds up the sums of the preceding work-items, which are in local memory. The tables take the
// memory of the counts. Work-items that count equal samples wait for each other, as in flat parts of an image.
//
// Races: Counting is by global atomics, whose order does not matter, and the table is made by a later kernel. There a
// work-item loads and stores only its own share of the memory, which holds first the counts and then the table.
#include "counting/clahe/clahe_tiles.clh"

enum { MAX_ITEMS = 256 };

KERNEL void clahe_count_16bit(global const pixel_t* src, volatile global uint* counts, int width, int height,
                              int tile_columns, int tile_rows, int tile_width, int tile_height) {
    const int begin = get_global_id(0) * PIXELS_PER_ITEM, y = get_global_id(1), full_width = tile_width * tile_columns;
    if (begin >= full_width || y >= tile_height * tile_rows) return;
    global const pixel_t* const row = src + (size_t)border_index(y, height) * width;
    for (int x = begin; x < min(begin + PIXELS_PER_ITEM, full_width); ++x) {
        const pixel_t pixel = row[border_index(x, width)];
        const int tile = y / tile_height * tile_columns + x / tile_width;
        volatile global uint* const bins = counts + (size_t)tile * COLOUR_CHANNELS * VALUES;
        UNROLL_FOR (int channel = 0; channel < COLOUR_CHANNELS; ++channel)
            atomic_inc(&bins[channel * VALUES + channel_of(pixel, channel)]);
    }
}

INLINE bool are_zero(uint16 counts) {
    const uint8 eight = counts.lo | counts.hi;
    const uint4 four = eight.lo | eight.hi;
    return (four.x | four.y | four.z | four.w) == 0;
}

KERNEL void clahe_tables_16bit(global uint* tables, uint limit, float scale) {
    local uint clipped_of_items[MAX_ITEMS], kept_of_items[MAX_ITEMS];
    const int items = get_local_size(0), item = get_local_id(0);
    const int length = (VALUES / 16 + items - 1) / items * 16;
    const int begin = min(item * length, (int)VALUES), end = min(begin + length, (int)VALUES);
    global uint* const table = tables + (size_t)get_group_id(0) * VALUES;
    global uint16* const sixteens = (global uint16*)table;
    uint own_clipped = 0, own_kept = 0;
    for (int i = begin; i < end; i += 16) {
        if (are_zero(sixteens[i / 16])) continue;
        for (int j = i; j < i + 16; ++j) {
            own_clipped += table[j] - min(table[j], limit);
            own_kept += min(table[j], limit);
        }
    }
    clipped_of_items[item] = own_clipped;
    kept_of_items[item] = own_kept;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint clipped = 0, sum = 0; // what was clipped from all bins, and the sum up to the current one
    for (int i = 0; i < items; ++i) {
        clipped += clipped_of_items[i];
        if (i < item) sum += kept_of_items[i];
    }

    // Each bin gets `per_bin` samples back; every step-th bin gets one more, until the rest is used up.
    const uint per_bin = clipped / VALUES, rest = clipped % VALUES, step = rest == 0 ? 1 : max(VALUES / rest, 1u);
    const uint extras_before = (begin + step - 1) / step;
    uint extras_given = min(rest, extras_before), next_extra = extras_before * step;
    sum += per_bin * begin + extras_given;
    for (uint i = begin; i < (uint)end; i += 16) {
        if (per_bin == 0 && (extras_given == rest || next_extra >= i + 16) && are_zero(sixteens[i / 16])) {
            sixteens[i / 16] = (uint16)(convert_ushort_sat_rte((float)sum * scale));
            continue;
        }
        for (uint j = i; j < i + 16; ++j) {
            sum += min(table[j], limit) + per_bin;
            if (j == next_extra) {
                if (extras_given < rest) ++extras_given, ++sum;
                next_extra += step;
            }
            table[j] = convert_ushort_sat_rte((float)sum * scale);
        }
    }
}
