// clahe's counts and tables of 16-bit samples, in global memory.
//
// A tile and channel has 65536 counters, more than local memory holds. Work-items count PIXELS_PER_ITEM pixels of a row
// of the tiles by global atomics. One workgroup of at most 256 then turns the counters of a tile's channel into its
// table, each work-item a share of them. Most counters of small tiles are 0, so that 16 of them are tested at once.
// Counters are clipped at a limit, and each bin gets `for_all` of the clipped samples back. What remains goes to bins
// 0, `step`, 2 `step` and so on, one sample each, until it is used up. A work-item needs the sum of the counters before
// its own: it adds up the sums of the other work-items, which are in local memory. The tables take the memory of the
// counts. Work-items that count equal samples wait for each other, as in flat parts of an image.
//
// Races: Counting is by global atomics, whose order does not matter, and the table is made by a later kernel. There a
// work-item loads and stores only its own share of the memory, which holds first the counts and then the table.
#include "counting/clahe/clahe_tiles.clh"

enum { MAX_SHARES = 256 };

KERNEL void clahe_count_16bit(global const pixel_t* src, volatile global uint* counts, int width, int height,
                              int tile_columns, int tile_rows, int tile_width, int tile_height) {
    const int begin = get_global_id(0) * PIXELS_PER_ITEM, y = get_global_id(1), full_width = tile_width * tile_columns;
    if (begin >= full_width || y >= tile_height * tile_rows) return;
    global const pixel_t* const row = src + (size_t)border_index(y, height) * width;
    for (int x = begin; x < min(begin + PIXELS_PER_ITEM, full_width); ++x) {
        const pixel_t pixel = row[border_index(x, width)];
        const int tile = y / tile_height * tile_columns + x / tile_width;
        volatile global uint* const counters = counts + (size_t)tile * COLOUR_CHANNELS * VALUES;
        UNROLL_FOR (int channel = 0; channel < COLOUR_CHANNELS; ++channel)
            atomic_inc(&counters[channel * VALUES + channel_of(pixel, channel)]);
    }
}

INLINE bool are_zero(uint16 counts) {
    const uint8 eight = counts.lo | counts.hi;
    const uint4 four = eight.lo | eight.hi;
    return (four.x | four.y | four.z | four.w) == 0;
}

KERNEL void clahe_tables_16bit(global uint* tables, uint limit, float scale) {
    local uint clips[MAX_SHARES], sums[MAX_SHARES];
    const int items = get_local_size(0), item = get_local_id(0);
    const int length = (VALUES / 16 + items - 1) / items * 16;
    const int begin = min(item * length, (int)VALUES), end = min(begin + length, (int)VALUES);
    global uint* const table = tables + (size_t)get_group_id(0) * VALUES;
    global uint16* const sixteens = (global uint16*)table;
    uint clipped = 0, sum = 0;
    for (int i = begin; i < end; i += 16) {
        if (are_zero(sixteens[i / 16])) continue;
        for (int j = i; j < i + 16; ++j) {
            clipped += table[j] - min(table[j], limit);
            sum += min(table[j], limit);
        }
    }
    clips[item] = clipped;
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    clipped = sum = 0;
    for (int i = 0; i < items; ++i) {
        clipped += clips[i];
        if (i < item) sum += sums[i];
    }

    // Each bin gets `for_all` samples back; every step-th bin gets one more, until the rest is used up.
    const uint for_all = clipped / VALUES, rest = clipped % VALUES, step = rest == 0 ? 1 : max(VALUES / rest, 1u);
    const uint steps_before = (begin + step - 1) / step;
    uint given = min(rest, steps_before), next = steps_before * step;
    sum += for_all * begin + given;
    for (uint i = begin; i < (uint)end; i += 16) {
        if (for_all == 0 && (given == rest || next >= i + 16) && are_zero(sixteens[i / 16])) {
            sixteens[i / 16] = (uint16)(convert_ushort_sat_rte((float)sum * scale));
            continue;
        }
        for (uint j = i; j < i + 16; ++j) {
            sum += min(table[j], limit) + for_all;
            if (j == next) {
                if (given < rest) ++given, ++sum;
                next += step;
            }
            table[j] = convert_ushort_sat_rte((float)sum * scale);
        }
    }
}
