// The median for GPUs: a work-item computes four neighbouring pixels from columns in registers, which it sorts and
// merges once for all windows that share them (Adams 2021). The plain kernel sorts every window.
//
// The windows of four pixels cover K + 3 columns. A work-item loads them into registers, with two samples of 8 or 16
// bits in each, as packed pairs (packed_pairs.clh). One sample is of row y and the other of PAIR_ROWS rows below, so
// that a block has 4 x PAIR_ROWS pairs. Up to K = 5, PAIR_ROWS is 2, and both rows share most of the sorting. The
// sorted columns are merged (sorted_columns.clh), and pairs of windows share what they have in common. No local memory
// is used; neighbours read the same samples through the cache. The grid has a work-item for each block. Gray bytes are
// loaded and stored as words where rows begin at words. Of RGBA, the colours follow one another. Where registers hold
// them, whole pixels are loaded and stored (rgba_columns.clh). Defines: K, the side of the square window; PAIR_ROWS;
// PACKED_16 (packed_pairs.clh).
#include "prelude/rounding.clh"
#include "windows/packed_pairs.clh"
typedef packed_pair_t keys_t; // the sort keys that are compared at once: those of a pair here
#include "windows/median/sorted_columns.clh"

enum {
    COLUMNS = K + 3,             // that the windows of a block cover
    SAMPLES = K - 1 + PAIR_ROWS, // packed pairs of a column
    IS_GRAY_8 = SRC_TYPE_ID == U8 && SRC_CHANNELS == 1
};

// Medians of the four windows of sorted columns.
INLINE void medians_of(keys_t columns[][K], keys_t* medians) {
    keys_t pairs[COLUMNS / 2 - 1][PAIRED];
    UNROLL_FOR (int p = 0; p < COLUMNS / 2 - 1; ++p) pair_columns(columns[2 * p + 1], columns[2 * p + 2], pairs[p]);
    keys_t middles[2][K + 1];
    middles_of_pairs(pairs, middles);
    UNROLL_FOR (int n = 0; n < 2; ++n) {
        medians[2 * n] = median_with(middles[n], columns[2 * n]);
        medians[2 * n + 1] = median_with(middles[n], columns[2 * n + K]);
    }
}

// Sorts the samples that two rows of a half share, if a half has two rows.
INLINE void share_rows(keys_t pairs[][SAMPLES]) {
    if (PAIR_ROWS != 2) return;
    UNROLL_FOR (int i = 0; i < COLUMNS; ++i) sort_shared(pairs[i] + 1);
}

// The sorted columns of row r of a half, after share_rows().
INLINE void sort_row(keys_t pairs[][SAMPLES], int r, keys_t columns[][K]) {
    UNROLL_FOR (int i = 0; i < COLUMNS; ++i) {
        if (PAIR_ROWS == 2) {
            insert(pairs[i] + 1, pairs[i][r * K], columns[i]);
        } else {
            UNROLL_FOR (int j = 0; j < K; ++j) columns[i][j] = pairs[i][j];
            sort_column(columns[i]);
        }
    }
}

// The packed pairs of channel c that the block at (x, y) covers.
INLINE void load_pairs(global const sample_t* src, int x, int y, int c, int width, int height,
                       keys_t pairs[][SAMPLES]) {
    if (IS_GRAY_8 && width % 4 == 0 && x >= 4 && x + 8 <= width) {
        // Three aligned words of each row hold the columns.
        global const uint* words = (global const uint*)src;
        UNROLL_FOR (int j = 0; j < SAMPLES; ++j) {
            global const uint* low = words + clamp(y - K / 2 + j, 0, height - 1) * (width / 4);
            global const uint* high = words + clamp(y - K / 2 + j + PAIR_ROWS, 0, height - 1) * (width / 4);
            UNROLL_FOR (int i = 0; i < COLUMNS; ++i) pairs[i][j] = pair_at(low, high, x, i - K / 2);
        }
        return;
    }
    UNROLL_FOR (int i = 0; i < COLUMNS; ++i) {
        UNROLL_FOR (int j = 0; j < SAMPLES; ++j)
            pairs[i][j] = packed_pair_at(src, x + i - K / 2, y + j - K / 2, c, width, height);
    }
}

INLINE void store_medians(const keys_t* medians, global sample_t* dst, int x, int y, int c, int width, int height) {
    UNROLL_FOR (int upper = 0; upper < HALVES; ++upper) {
        const int row = y + upper * PAIR_ROWS;
        if (row >= height) return;
        if (IS_GRAY_8 && width % 4 == 0) {
            *(global uint*)(dst + row * width + x) = word_of(medians, 2 * upper + 1);
            continue;
        }
        UNROLL_FOR (int n = 0; n < 4; ++n)
            if (x + n < width)
                dst[(row * width + x + n) * SRC_CHANNELS + c] = sample_of((medians[n] >> 16 * upper) & KEY_MASK);
    }
}

#if SRC_CHANNELS == 4
#include "windows/median/rgba_columns.clh"
#endif

KERNEL void median_pairs(global const sample_t* src, global sample_t* dst, int width, int height) {
    const int x = (int)get_global_id(0) * 4;
    const int y = (int)get_global_id(1) * ITEM_ROWS;
    if (x >= width || y >= height) return;
#if SRC_CHANNELS == 4
    global const pixel_words_t* pixels = (global const pixel_words_t*)src;
    if (are_vectors(x, width)) {
        make_pixels(pixels, (global pixel_words_t*)dst, x, y, width, height, true);
        return;
    }
    if (HOLDS_PIXELS) {
        make_pixels(pixels, (global pixel_words_t*)dst, x, y, width, height, false);
        return;
    }
#endif
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        keys_t pairs[COLUMNS][SAMPLES], columns[COLUMNS][K], medians[4];
        load_pairs(src, x, y, c, width, height, pairs);
        share_rows(pairs);
        UNROLL_FOR (int r = 0; r < PAIR_ROWS; ++r) {
            sort_row(pairs, r, columns);
            medians_of(columns, medians);
            store_medians(medians, dst, x, y + r, c, width, height);
        }
    }
    if (SRC_CHANNELS == 4) {
        for (int row = y; row < min(y + ITEM_ROWS, height); ++row)
            for (int column = x; column < min(x + 4, width); ++column)
                dst[(row * width + column) * 4 + 3] = src[(row * width + column) * 4 + 3];
    }
}
