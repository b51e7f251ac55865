// clahe's look-up of gray bytes on CPUs: a work-item maps pixels that lie between the same four centres of tiles.
//
// All these pixels need the same four tables. The work-item first lays the tables out as one table of words in local
// memory: a word has the entries of all four for a value. One load then replaces four, and sixteen pixels are
// interpolated at once in vectors. The rows between the centres are divided into PARTS, one for each work-item, so that
// all cores have work. The last pixels of a row before the next centre may be fewer than sixteen, and go through a
// private array. A workgroup is one work-item. The grid has one more column and one more row than tiles, because the
// image's edges lie beyond the outermost centres.
#include "counting/clahe/clahe_tiles.clh"
#include "prelude/rounding.clh"
#include "prelude/unaligned_vectors.clh"

// The first of `size` positions along an axis that is not before the centre of tile number - 1; `size` if all are.
INLINE int begin_of(int number, float tiles_per_pixel, int size) {
    if (number == 0) return 0;
    int position = clamp((int)(((float)number - 0.5f) / tiles_per_pixel), 0, size);
    while (position > 0 && (float)(position - 1) * tiles_per_pixel - 0.5f >= (float)(number - 1)) --position;
    while (position < size && (float)position * tiles_per_pixel - 0.5f < (float)(number - 1)) ++position;
    return position;
}

INLINE uint16 look_up_16(const local uint* table, int16 values) {
    return (uint16)(table[values.s0], table[values.s1], table[values.s2], table[values.s3], table[values.s4],
                    table[values.s5], table[values.s6], table[values.s7], table[values.s8], table[values.s9],
                    table[values.sa], table[values.sb], table[values.sc], table[values.sd], table[values.se],
                    table[values.sf]);
}

// The byte of each word that begins at bit `shift`.
INLINE float16 bytes_at(uint16 words, int shift) { return CONVERT(words >> shift & 255u, float16); }

// The results of 16 pixels. The bytes of a word are, from the lowest: upper left, upper right, lower left, lower right.
INLINE uchar16 mapped_16(const local uint* table, uchar16 pixels, float16 right_weight, tile_pair_t down) {
    const uint16 words = look_up_16(table, CONVERT(pixels, int16));
    const float16 left_weight = 1.0f - right_weight;
    const float16 upper = bytes_at(words, 0) * left_weight + bytes_at(words, 8) * right_weight;
    const float16 lower = bytes_at(words, 16) * left_weight + bytes_at(words, 24) * right_weight;
    const float16 sums = (upper * down.first_weight + lower * down.second_weight) + ROUNDING_SHIFT;
    return CONVERT(as_int16(sums) & 255, uchar16);
}

KERNEL void clahe_look_up_between(global const uchar* src, global uchar* dst, global const uchar* tables, int width,
                                  int height, int tile_columns, int tile_rows, float tiles_per_pixel_x,
                                  float tiles_per_pixel_y) {
    const int16 offsets = (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    local uint table[256];
    const int i = get_global_id(0), j = (int)get_global_id(1) / PARTS, part = (int)get_global_id(1) % PARTS;
    if (i > tile_columns || j > tile_rows) return;
    const int begin = begin_of(i, tiles_per_pixel_x, width), end = begin_of(i + 1, tiles_per_pixel_x, width);
    const int top = begin_of(j, tiles_per_pixel_y, height), span = begin_of(j + 1, tiles_per_pixel_y, height) - top;
    const int left = max(i - 1, 0), right = min(i, tile_columns - 1);
    global const uchar* const above = tables + (size_t)max(j - 1, 0) * tile_columns * 256;
    global const uchar* const below = tables + (size_t)min(j, tile_rows - 1) * tile_columns * 256;
    for (int value = 0; value < 256; ++value)
        table[value] = above[left * 256 + value] | (uint)above[right * 256 + value] << 8 |
                       (uint)below[left * 256 + value] << 16 | (uint)below[right * 256 + value] << 24;
    for (int y = top + span * part / PARTS; y < top + span * (part + 1) / PARTS; ++y) {
        const tile_pair_t down = tile_pair_at(y, tiles_per_pixel_y, tile_rows);
        const size_t row = (size_t)y * width;
        for (int x = begin; x < end; x += 16) {
            const float16 right_weight = CONVERT(x + offsets, float16) * tiles_per_pixel_x - 0.5f - (float)(i - 1);
            if (x + 16 <= end) {
                store_16(mapped_16(table, load_16(src + row + x), right_weight, down), dst + row + x);
                continue;
            }
            uchar last[16];
            for (int k = 0; k < 16; ++k) last[k] = src[row + min(x + k, end - 1)];
            store_16(mapped_16(table, load_16(last), right_weight, down), last);
            for (int k = 0; x + k < end; ++k) dst[row + x + k] = last[k];
        }
    }
}
