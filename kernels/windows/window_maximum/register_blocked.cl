// Window extremes (maxima are dilation, minima erosion) in registers for GPUs: a work-item computes a block of pixels,
// whose windows share comparisons: about three a pixel and direction. The plain kernel has K x K. Samples of 8 and 16
// bits are compared two at once.
//
// K is the side of the square window. A work-item loads the block's columns and their halo, and slides down each
// column. The columns' maxima then slide along the rows (sliding_extremes.clh). All of this is in registers, without
// local memory or barriers, and neighbours load overlapping words through the cache. Keys are compared two at once, as
// packed pairs (packed_pairs.clh). The grid has a work-item per block.
// From K = 11 on there are two passes, down the columns and along the rows: the halos of both directions do not fit in
// the registers.
//
// Defines: K; PIXELS and PAIR_ROWS, a block's columns and rows of packed pairs; PEAKS; INVERTED_KEYS, which inverts the
// keys. GROUP, no workgroup, is the number of windows along a row that share comparisons. HALO_X and HALO_Y are the
// reach of windows: K / 2, or 0 in a pass for the other direction. FINAL is 1 in the last pass; ALIGNED is 1 if every
// row begins at a whole block, or at 16 bytes for RGBA.
#include "prelude/rounding.clh"
#include "prelude/row_words.clh"
#include "windows/packed_pairs.clh"
typedef packed_pair_t keys_t; // the sort keys that are compared at once: those of a pair here
#include "windows/window_maximum/result.clh"
#include "windows/sliding_extremes.clh"

enum { COLUMNS = PIXELS + 2 * HALO_X, ROWS_SEEN = PAIR_ROWS + 2 * HALO_Y };

// Slides down column i of the block, whose keys these are.
INLINE void slide_down(const keys_t* column, int i, keys_t down[][COLUMNS]) {
    keys_t found[PAIR_ROWS];
    if (HALO_Y > 0) slide(column, PAIR_ROWS, false, found);
    UNROLL_FOR (int j = 0; j < PAIR_ROWS; ++j) down[j][i] = HALO_Y > 0 ? found[j] : column[j];
}

// Slides along a row of the columns' maxima.
INLINE void slide_along(const keys_t* row, keys_t* found) {
    if (HALO_X > 0) {
        UNROLL_FOR (int n = 0; n < PIXELS; n += GROUP) slide(row + n, GROUP, false, found + n);
    } else {
        UNROLL_FOR (int n = 0; n < PIXELS; ++n) found[n] = row[n];
    }
}

#if SRC_CHANNELS == 4
// RGBA: packed pairs of two channels of one pixel. A block is PIXELS x PAIR_ROWS pixels. Its keys have several parts
// that slide one after the other. For 8 bits these are the pairs of red with blue and of green with alpha; for 16 bits
// red with green and blue with alpha. Floats have a part for each colour. Where rows are aligned, a work-item loads
// several pixels at once as 16 bytes, and stores them so. Blocks at the left and right edges clamp each column instead.
#if SRC_IS_FLOAT
enum { PARTS = 3, VECTOR_PIXELS = 1 };
typedef uint4 pixel_words_t;
INLINE pixel_words_t pixel_in(uint4 vector, int n) { return vector; }
INLINE keys_t keys_of_pixel(pixel_words_t pixel, int part) {
    return key_of(as_float(part == 0 ? pixel.x : part == 1 ? pixel.y : pixel.z));
}
INLINE pixel_t pixel_of_keys(const keys_t* keys) {
    return (float4)(sample_of(keys[0]), sample_of(keys[1]), sample_of(keys[2]), 0.0f); // alpha is set later
}
#elif SRC_TYPE_ID == U16
enum { PARTS = 2, VECTOR_PIXELS = 2 };
typedef uint2 pixel_words_t;
INLINE pixel_words_t pixel_in(uint4 vector, int n) { return n == 0 ? vector.lo : vector.hi; }
INLINE keys_t keys_of_pixel(pixel_words_t pixel, int part) {
    const keys_t keys = part == 0 ? pixel.x : pixel.y;
    return INVERTED_KEYS ? ~keys : keys;
}
INLINE pixel_t pixel_of_keys(const keys_t* keys) {
    const uint2 words = (uint2)(keys[0], keys[1]);
    return as_ushort4(INVERTED_KEYS ? ~words : words);
}
#else
enum { PARTS = 2, VECTOR_PIXELS = 4 };
typedef uint pixel_words_t;
INLINE pixel_words_t pixel_in(uint4 vector, int n) {
    return n == 0 ? vector.x : n == 1 ? vector.y : n == 2 ? vector.z : vector.w;
}
INLINE keys_t keys_of_pixel(pixel_words_t pixel, int part) {
    return (INVERTED_KEYS ? ~pixel : pixel) >> 8 * part & 0x00ff00ffu;
}
INLINE pixel_t pixel_of_keys(const keys_t* keys) {
    const uint word = keys[0] | keys[1] << 8;
    return as_uchar4(INVERTED_KEYS ? ~word : word);
}
#endif

enum {
    IN_VECTORS = ALIGNED && PIXELS % VECTOR_PIXELS == 0 && VECTOR_PIXELS > 1,
    // Whole vectors to the left of the block that hold all pixels which its windows cover there, in pixels.
    HALO_LOADED = (HALO_X + VECTOR_PIXELS - 1) / VECTOR_PIXELS * VECTOR_PIXELS
};

// Slides down column i of the block, which has these pixels.
INLINE void slide_pixels(const pixel_words_t* pixels, int i, keys_t down[][PAIR_ROWS][COLUMNS]) {
    UNROLL_FOR (int part = 0; part < PARTS; ++part) {
        keys_t column[ROWS_SEEN];
        UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j) column[j] = keys_of_pixel(pixels[j], part);
        slide_down(column, i, down[part]);
    }
}

// The block's maxima down the rows. is_whole: all its columns, with HALO_LOADED pixels on both sides, are in the image.
INLINE void load_down(global const pixel_words_t* from, int x, int y, int width, int height, bool is_whole,
                      keys_t down[][PAIR_ROWS][COLUMNS]) {
    pixel_words_t pixels[ROWS_SEEN];
    if (IN_VECTORS && is_whole) {
        UNROLL_FOR (int i = HALO_X - HALO_LOADED; i < COLUMNS; i += VECTOR_PIXELS) {
            uint4 vectors[ROWS_SEEN];
            UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j) {
                const int row = clamp(y + j - HALO_Y, 0, height - 1);
                vectors[j] = *(global const uint4*)(from + row * width + x + i - HALO_X);
            }
            UNROLL_FOR (int n = 0; n < VECTOR_PIXELS; ++n) {
                if (i + n < 0 || i + n >= COLUMNS) continue;
                UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j) pixels[j] = pixel_in(vectors[j], n);
                slide_pixels(pixels, i + n, down);
            }
        }
        return;
    }
    UNROLL_FOR (int i = 0; i < COLUMNS; ++i) {
        const int column = is_whole ? x + i - HALO_X : clamp(x + i - HALO_X, 0, width - 1);
        UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j)
            pixels[j] = from[clamp(y + j - HALO_Y, 0, height - 1) * width + column];
        slide_pixels(pixels, i, down);
    }
}

INLINE void store_row(keys_t found[][PARTS], global const pixel_t* src, global pixel_t* dst, int x, int row, int width,
                      bool is_whole, float threshold) {
    const int first = row * width + x;
    union {
        uint4 vector;
        pixel_t pixels[VECTOR_PIXELS];
    } result;
    UNROLL_FOR (int n = 0; n < PIXELS; ++n) {
        const bool in_vector = IN_VECTORS && is_whole;
        if (!in_vector && x + n >= width) return;
        const pixel_t maximum = pixel_of_keys(found[n]);
        const pixel_t pixel = FINAL ? result_pixel(src[first + n], maximum, threshold) : maximum;
        if (in_vector) {
            result.pixels[n % VECTOR_PIXELS] = pixel;
            if (n % VECTOR_PIXELS == VECTOR_PIXELS - 1)
                *(global uint4*)(dst + first + n + 1 - VECTOR_PIXELS) = result.vector;
        } else {
            dst[first + n] = pixel;
        }
    }
}

INLINE void make_block(global const pixel_t* src, global const pixel_t* from, global pixel_t* dst, int x, int y,
                       int width, int height, bool is_whole, float threshold) {
    keys_t down[PARTS][PAIR_ROWS][COLUMNS];
    load_down((global const pixel_words_t*)from, x, y, width, height, is_whole, down);
    UNROLL_FOR (int r = 0; r < PAIR_ROWS; ++r) {
        keys_t along[PIXELS], found[PIXELS][PARTS];
        UNROLL_FOR (int part = 0; part < PARTS; ++part) {
            slide_along(down[part][r], along);
            UNROLL_FOR (int n = 0; n < PIXELS; ++n) found[n][part] = along[n];
        }
        if (y + r < height) store_row(found, src, dst, x, y + r, width, is_whole, threshold);
    }
}

// The maxima are those of `from`; alpha, and the samples to compare for peaks, are those of `src`.
KERNEL void window_maximum_pixels(global const pixel_t* src, global const pixel_t* from, global pixel_t* dst, int width,
                                  int height, float threshold) {
    const int x = (int)get_global_id(0) * PIXELS;
    const int y = (int)get_global_id(1) * PAIR_ROWS;
    if (x >= width || y >= height) return;
    if (x >= HALO_LOADED && x + PIXELS + HALO_LOADED <= width)
        make_block(src, from, dst, x, y, width, height, true, threshold);
    else
        make_block(src, from, dst, x, y, width, height, false, threshold);
}
#else
// Gray: packed pairs of two rows, loaded and stored as whole words where they fit. A pair has a sample of row y and one
// of PAIR_ROWS rows below. A block of integers thus has twice as many rows as one of floats. If all that its windows
// cover lies inside its rows, a work-item loads the words of these rows (row_words.clh); rows beyond the image are
// clamped. Blocks at the left and right edges, and floats, load and store sample by sample. Both forms are compiled,
// and a block takes one of them.
// The samples of a word, for comparisons of the source with the maxima.
#if SRC_TYPE_ID == U8
typedef uchar4 word_samples_t;
#define as_word_samples as_uchar4
#elif SRC_TYPE_ID == U16
typedef ushort2 word_samples_t;
#define as_word_samples as_ushort2
#else
typedef float word_samples_t;
#define as_word_samples as_float
#endif

INLINE word_samples_t word_result(word_samples_t source, word_samples_t maxima, float threshold) {
    if (!PEAKS || !FINAL) return maxima;
    const word_samples_t least_peak = (word_samples_t)((sample_t)threshold);
    return (source == maxima) & (source >= least_peak) ? (word_samples_t)(SRC_MAX) : (word_samples_t)(0);
}

// The block's maxima down the rows. is_whole: all words that its windows cover are inside their rows; rows are clamped.
INLINE void load_down(global const sample_t* from, int x, int y, int width, int height, bool is_whole,
                      keys_t down[][COLUMNS]) {
    if (is_whole) {
        uint words[ROWS_SEEN + PAIR_ROWS][WORDS];
        UNROLL_FOR (int j = 0; j < ROWS_SEEN + PAIR_ROWS; ++j) {
            load_words(from + clamp(y + j - HALO_Y, 0, height - 1) * width + x, words[j]);
            UNROLL_FOR (int n = 0; n < WORDS; ++n) words[j][n] = INVERTED_KEYS ? ~words[j][n] : words[j][n];
        }
        UNROLL_FOR (int i = 0; i < COLUMNS; ++i) {
            const int word = word_column(i) / PIXELS_A_WORD, sample = word_column(i) % PIXELS_A_WORD;
            keys_t column[ROWS_SEEN];
            UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j)
                column[j] = pair_of(words[j][word], words[j + PAIR_ROWS][word], sample);
            slide_down(column, i, down);
        }
        return;
    }
    UNROLL_FOR (int i = 0; i < COLUMNS; ++i) {
        keys_t column[ROWS_SEEN];
        UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j)
            column[j] = packed_pair_at(from, x + i - HALO_X, y + j - HALO_Y, 0, width, height);
        slide_down(column, i, down);
    }
}

// Stores the row of the lower halves of the packed pairs, or of the upper ones.
INLINE void store_row(const keys_t* found, int upper, global const sample_t* src, global sample_t* dst, int x, int row,
                      int width, bool is_whole, float threshold) {
    const int first = row * width + x;
    if (is_whole) {
        uint words[BLOCK_WORDS], sources[BLOCK_WORDS];
        if (PEAKS && FINAL) load_block(src + first, sources);
        UNROLL_FOR (int n = 0; n < BLOCK_WORDS; ++n) {
            // Without PEAKS word_result ignores the sources, which are then not loaded.
            const uint maxima = word_of_pairs(found + PIXELS_A_WORD * n, upper);
            words[n] = as_uint(
                word_result(as_word_samples(sources[n]), as_word_samples(INVERTED_KEYS ? ~maxima : maxima), threshold));
        }
        store_block(words, dst + first);
        return;
    }
    UNROLL_FOR (int n = 0; n < PIXELS; ++n) {
        if (x + n >= width) return;
        const sample_t maximum = sample_of((found[n] >> 16 * upper) & KEY_MASK);
        dst[first + n] = FINAL ? peak_or_maximum(src[first + n], maximum, threshold) : maximum;
    }
}

INLINE void make_block(global const sample_t* src, global const sample_t* from, global sample_t* dst, int x, int y,
                       int width, int height, bool is_whole, float threshold) {
    keys_t down[PAIR_ROWS][COLUMNS], found[PIXELS];
    load_down(from, x, y, width, height, is_whole, down);
    UNROLL_FOR (int r = 0; r < PAIR_ROWS; ++r) {
        slide_along(down[r], found);
        UNROLL_FOR (int upper = 0; upper < HALVES; ++upper) {
            const int row = y + r + upper * PAIR_ROWS;
            if (row < height) store_row(found, upper, src, dst, x, row, width, is_whole, threshold);
        }
    }
}

// The maxima are those of `from`; peaks are compared with the source, `src`.
KERNEL void window_maximum_blocks(global const sample_t* src, global const sample_t* from, global sample_t* dst,
                                  int width, int height, float threshold) {
    const int x = (int)get_global_id(0) * PIXELS;
    const int y = (int)get_global_id(1) * ITEM_ROWS;
    if (x >= width || y >= height) return;
    if (!SRC_IS_FLOAT && is_whole_block(x, width))
        make_block(src, from, dst, x, y, width, height, true, threshold);
    else
        make_block(src, from, dst, x, y, width, height, false, threshold);
}
#endif
