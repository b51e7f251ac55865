// Non-local means for GPUs: a work-item computes ROWS rows of four neighbouring pixels from a tile in local memory. The
// patch of the next pixel down a column loses one row and gains another. The plain kernel compares every patch from the
// start, sample by sample.
//
// As in OpenCV all is computed in integers; plain.cl explains the sums, distances and weights. Sums of 16-bit samples
// have 64 bits, and their weights 31.
//
// The grid has a work-item for each block of pixels. For each place of the search window the work-item walks down the
// rows of its patches. It takes the differences of a word's samples at once, and adds their squares up by products of
// bytes (magnitudes for 16-bit samples). Most words belong to all four patches and are added once. The rows that
// patches lose are kept in registers. So are the item's own samples, if they are few.
//
// Defines: PATCH and SEARCH, half the sides of the windows; ITEMS_X and ITEMS_Y, the workgroup; TABLE_LENGTH, the
// number of weights that fit into local memory, or 0 to read them from global memory; PACKED_16 (instructions.clh).
#include "prelude/instructions.clh"
#include "smoothing/colour_pixels.clh"
#include "prelude/borders.clh"

// The tile: a workgroup's pixels and their windows in local memory, in words of four bytes or two 16-bit samples of one
// colour. There is a plane for each colour. A work-item has four neighbouring pixels, which are ITEM_WORDS words. Words
// that follow one another by ITEM_WORDS lie side by side, so that neighbouring work-items read neighbouring words,
// without bank conflicts. For 16-bit samples a plane therefore has two parts, with the even and the odd words.
enum {
    WORD_SAMPLES = SRC_TYPE_ID == U16 ? 2 : 4,
    SAMPLE_BITS = 32 / WORD_SAMPLES,
    SAMPLE_MASK = (1 << SAMPLE_BITS) - 1,
    ITEM_WORDS = 4 / WORD_SAMPLES,
    // The words of half a patch and of half a search window; a row of patches begins LEAD words before the item's.
    SIDE_WORDS = (PATCH + WORD_SAMPLES - 1) / WORD_SAMPLES,
    SEARCH_WORDS = (SEARCH + WORD_SAMPLES - 1) / WORD_SAMPLES,
    LEAD = SIDE_WORDS + SEARCH_WORDS,
    BORDER_ROWS = PATCH + SEARCH,
    TILE_ROWS = ITEMS_Y * ROWS + 2 * BORDER_ROWS,
    PITCH = ITEMS_X + (2 * LEAD + ITEM_WORDS) / ITEM_WORDS,
    PART = PITCH * TILE_ROWS,
    PLANE = PART * ITEM_WORDS
};

// Fills the tile, whose first pixel is (left, top). The workgroup needs a barrier afterwards.
INLINE void fill_tile(local uint* tile, global const pixel_t* src, int left, int top, int width, int height) {
    const int item = get_local_id(1) * ITEMS_X + get_local_id(0);
    for (int i = item; i < PLANE; i += ITEMS_X * ITEMS_Y) {
        const size_t row = (size_t)border_index(top + i % PART / PITCH, height) * width;
        const int x = left + (i % PITCH * ITEM_WORDS + i / PART) * WORD_SAMPLES;
        uint words[COLOUR_CHANNELS];
        UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) words[c] = 0;
        UNROLL_FOR (int n = 0; n < WORD_SAMPLES; ++n) {
            const pixel_t pixel = src[row + border_index(x + n, width)];
            UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) words[c] |= (uint)colour_of(pixel, c) << SAMPLE_BITS * n;
        }
        UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) tile[c * PLANE + i] = words[c];
    }
}

// The positions of words 0 to ITEM_WORDS - 1 of a row of patches.
typedef struct {
    local const uint* parts[ITEM_WORDS];
} tile_words_t;

// `row` is the position of the item in a row of the tile; `ahead` is the number of words from there.
INLINE tile_words_t tile_words(local const uint* row, int ahead) {
    tile_words_t words;
    UNROLL_FOR (int part = 0; part < ITEM_WORDS; ++part)
        words.parts[part] = row + (ahead + part) % ITEM_WORDS * PART + (ahead + part) / ITEM_WORDS;
    return words;
}

// Word k of row j and colour c.
INLINE uint tile_word(const tile_words_t* words, int c, int j, int k) {
    return words->parts[k % ITEM_WORDS][c * PLANE + j * PITCH + k / ITEM_WORDS];
}

#if SRC_TYPE_ID == U16
typedef ulong sum_of_weights_t;
#else
typedef uint sum_of_weights_t;
#endif

// WORDS covers the patches of an item's pixels in a row. Own words are read from the tile once, if they fit into
// registers.
enum { WORDS = 2 * SIDE_WORDS + ITEM_WORDS, OWN_IN_REGISTERS = COLOUR_CHANNELS == 1 && PATCH <= 4 };

// The absolute differences of the samples of two words.
INLINE uint absolute_differences(uint a, uint b) {
    return SRC_TYPE_ID == U16 ? differences_of_halves(a, b) : differences_of_bytes(a, b);
}

// The samples of word k, counted from the item's first, that belong to the patch of pixel n.
INLINE uint patch_mask(int k, int n) {
    uint mask = 0;
    UNROLL_FOR (int i = 0; i < WORD_SAMPLES; ++i)
        if (abs(WORD_SAMPLES * k + i - n) <= PATCH) mask |= (uint)SAMPLE_MASK << SAMPLE_BITS * i;
    return mask;
}

// Adds what the masked samples of a word contribute to the distance of a patch.
INLINE uint add_distance(uint differences, uint mask, uint sum) {
    if (SRC_TYPE_ID == U16) return add_low_products(differences, (mask & 1u) | (mask >> 16 & 1u) << 8, sum);
    return add_products(differences & mask, differences, sum);
}

// table: the weights by distance, 0 at `last`; shift: from sums to indices of the table.
KERNEL void non_local_means_patches(global const pixel_t* src, global const int* table, global out_pixel_t* dst,
                                    int width, int height, int shift, int last) {
    local uint tile[COLOUR_CHANNELS * PLANE];
    const int item_x = get_local_id(0), item_y = get_local_id(1);
    const int first_x = (int)get_group_id(0) * ITEMS_X * 4, first_y = (int)get_group_id(1) * ITEMS_Y * ROWS;
    fill_tile(tile, src, first_x - WORD_SAMPLES * LEAD, first_y - BORDER_ROWS, width, height);
#if TABLE_LENGTH > 0
    local int weight_table[TABLE_LENGTH];
    for (int i = item_y * ITEMS_X + item_x; i <= last; i += ITEMS_X * ITEMS_Y) weight_table[i] = table[i];
#else
    global const int* const weight_table = table;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    local const uint* const first = tile + item_y * ROWS * PITCH + item_x;
    const tile_words_t own_words = tile_words(first + SEARCH * PITCH, SEARCH_WORDS);
    uint own[ROWS + 2 * PATCH][WORDS];
    if (OWN_IN_REGISTERS) {
        UNROLL_FOR (int j = 0; j < ROWS + 2 * PATCH; ++j) {
            UNROLL_FOR (int k = 0; k < WORDS; ++k) own[j][k] = tile_word(&own_words, 0, j, k);
        }
    }
    sum_of_weights_t sums[COLOUR_CHANNELS][ROWS][4], weights[ROWS][4];
    UNROLL_FOR (int r = 0; r < ROWS; ++r) {
        UNROLL_FOR (int n = 0; n < 4; ++n) {
            weights[r][n] = 0;
            UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) sums[c][r][n] = 0;
        }
    }
#pragma unroll 1
    for (int dy = -SEARCH; dy <= SEARCH; ++dy) {
#pragma unroll 1
        for (int dx = -SEARCH; dx <= SEARCH; ++dx) {
            const tile_words_t other_words =
                tile_words(first + (SEARCH + dy) * PITCH, SEARCH_WORDS + (dx >> (WORD_SAMPLES == 4 ? 2 : 1)));
            const uint bits = (dx & (WORD_SAMPLES - 1)) * SAMPLE_BITS;
            // distance: of the patches of the current row. rows: the part of each row of differences. middle: the
            // samples that the weights apply to.
            uint distance[4] = {0, 0, 0, 0}, rows[ROWS][4], middle[COLOUR_CHANNELS][ROWS][ITEM_WORDS];
            UNROLL_FOR (int j = 0; j < ROWS + 2 * PATCH; ++j) {
                uint row[4] = {0, 0, 0, 0}, common_part = 0;
                UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c) {
                    uint low = tile_word(&other_words, c, j, 0);
                    UNROLL_FOR (int k = 0; k < WORDS; ++k) {
                        const uint high = tile_word(&other_words, c, j, k + 1);
                        const uint word = shifted_right(low, high, bits);
                        low = high;
                        if (k >= SIDE_WORDS && k < SIDE_WORDS + ITEM_WORDS && j >= PATCH && j < PATCH + ROWS)
                            middle[c][j - PATCH][k - SIDE_WORDS] = word;
                        const uint own_word = OWN_IN_REGISTERS ? own[j][k] : tile_word(&own_words, c, j, k);
                        const uint differences = absolute_differences(own_word, word);
                        if (patch_mask(k - SIDE_WORDS, 0) == ~0u && patch_mask(k - SIDE_WORDS, 3) == ~0u) {
                            common_part = add_distance(differences, ~0u, common_part);
                            continue;
                        }
                        UNROLL_FOR (int n = 0; n < 4; ++n)
                            if (patch_mask(k - SIDE_WORDS, n) != 0)
                                row[n] = add_distance(differences, patch_mask(k - SIDE_WORDS, n), row[n]);
                    }
                }
                UNROLL_FOR (int n = 0; n < 4; ++n) {
                    row[n] += common_part;
                    distance[n] += row[n];
                    if (j < ROWS) rows[j][n] = row[n];
                }
                if (j < 2 * PATCH) continue;
                const int r = j - 2 * PATCH;
                UNROLL_FOR (int n = 0; n < 4; ++n) {
                    const sum_of_weights_t weight = (uint)weight_table[min((int)(distance[n] >> shift), last)];
                    weights[r][n] += weight;
                    UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c)
                        sums[c][r][n] +=
                            weight * (middle[c][r][n / WORD_SAMPLES] >> SAMPLE_BITS * (n % WORD_SAMPLES) & SAMPLE_MASK);
                    distance[n] -= rows[r][n];
                }
            }
        }
    }
    const int x = first_x + item_x * 4, y = first_y + item_y * ROWS;
    UNROLL_FOR (int r = 0; r < ROWS; ++r) {
        UNROLL_FOR (int n = 0; n < 4; ++n) {
            if (x + n >= width || y + r >= height) continue;
            const size_t at = (size_t)(y + r) * width + x + n;
            const sum_of_weights_t total = weights[r][n];
            out_sample_t colours[COLOUR_CHANNELS];
            UNROLL_FOR (int c = 0; c < COLOUR_CHANNELS; ++c)
                colours[c] = (out_sample_t)((sums[c][r][n] + total / 2) / total);
            dst[at] = pixel_of_colours(colours, src[at]);
        }
    }
}
