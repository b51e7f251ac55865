// resize of gray bytes on GPUs: two passes in which a work-item multiplies four taps at once by byte products. The
// plain kernel multiplies tap by tap.
//
// A weight of 23 bits is split into three bytes, the highest with the sign. A word holds one byte of the weights of
// four taps. A byte product multiplies it with a word of four pixels and adds the products. Three such sums, shifted
// and added, are the sum of whole weights; each work-item keeps its weights in registers. The first pass goes along
// rows and stores four rows in each word. In the second pass the taps of a column are then neighbours in a word, too.
// Taps that begin anywhere are cut out of two neighbouring words.
//
// Four taps of a pixel have three words in `weights`, the lowest bytes first. Of n pixels, word w for the taps from 4 k
// on of pixel p is at (3 k + w) n + p. Defines: TAP_WORDS, the words of each kind, padded with zeros; WORDS_DOWN (2),
// the words below one another that a work-item of the first pass computes. The grids have a work-item for each column
// of WORDS_DOWN words, then for each word of four pixels. The host takes this variant only for up to 16 taps,
// and for weights between -1.99 and 1.99, which 23 bits hold (fitsInBytes() in core/filters/geometry/resize_bytes.cpp).
#include "prelude/instructions.clh"
#include "geometry/resize/weights.clh"

typedef struct {
    uint low[TAP_WORDS], middle[TAP_WORDS], high[TAP_WORDS];
} byte_weights_t;

INLINE byte_weights_t load_weights(global const uint* weights, int pixel, int pixels) {
    byte_weights_t loaded;
    UNROLL_FOR (int k = 0; k < TAP_WORDS; ++k) {
        loaded.low[k] = weights[(3 * k) * pixels + pixel];
        loaded.middle[k] = weights[(3 * k + 1) * pixels + pixel];
        loaded.high[k] = weights[(3 * k + 2) * pixels + pixel];
    }
    return loaded;
}

// A pixel from its taps, four to a word.
INLINE uint resized_pixel(const byte_weights_t* weights, const uint* taps) {
    int low = SUM_START, middle = 0, high = 0;
    UNROLL_FOR (int k = 0; k < TAP_WORDS; ++k) {
        low = add_products(weights->low[k], taps[k], low);
        middle = add_products(weights->middle[k], taps[k], middle);
        high = add_signed_products(weights->high[k], taps[k], high);
    }
    return (uint)clamp((int)((((uint)high << 8) + (uint)middle << 8) + (uint)low) >> 22, 0, 255);
}

// The word that begins `shift` bits after the beginning of `low`.
INLINE uint funnel_shift(uint low, uint high, uint shift) { return (uint)(((ulong)high << 32 | low) >> shift); }

// The taps of one pixel along a row, from byte `at` of the source on; they and the word after them exist.
INLINE void load_taps(global const uchar* src, uint at, uint* taps) {
    global const uint* const from = (global const uint*)src + at / 4;
    uint low = from[0];
    UNROLL_FOR (int k = 0; k < TAP_WORDS; ++k) {
        const uint high = from[k + 1];
        taps[k] = funnel_shift(low, high, at % 4 * 8);
        low = high;
    }
}

// The same at the end of the source, which has this many bytes.
INLINE void load_last_taps(global const uchar* src, uint at, uint bytes, uint* taps) {
    for (int k = 0; k < TAP_WORDS; ++k) {
        taps[k] = 0;
        for (uint b = 0; b < 4; ++b)
            if (at + 4 * k + b < bytes) taps[k] |= (uint)src[at + 4 * k + b] << 8 * b;
    }
}

// Along rows: a work-item computes WORDS_DOWN words in a column. `pitch`: words per row.
KERNEL void resize_across_words(global const uchar* src, global uint* dst, global const int2* spans,
                                global const uint* weights, int source_width, int source_height, int width, int pitch) {
    const int x = get_global_id(0), top = get_global_id(1) * WORDS_DOWN;
    if (x >= width || 4 * top >= source_height) return;
    const int first = spans[x].x;
    const byte_weights_t own = load_weights(weights, x, width);
    const uint bytes = (uint)source_height * source_width;
    const uint last = min(4 * (top + WORDS_DOWN), source_height) - 1;
    const bool whole = last * source_width + first + 4 * TAP_WORDS + 4 <= bytes;
    for (int row = top; row < top + WORDS_DOWN && 4 * row < source_height; ++row) {
        uint taps[4][TAP_WORDS], word = 0;
        if (whole) {
            UNROLL_FOR (int r = 0; r < 4; ++r)
                load_taps(src, min((uint)(4 * row + r), last) * source_width + first, taps[r]);
        } else {
            for (int r = 0; r < 4; ++r)
                load_last_taps(src, min((uint)(4 * row + r), last) * source_width + first, bytes, taps[r]);
        }
        UNROLL_FOR (int r = 0; r < 4; ++r) word |= resized_pixel(&own, taps[r]) << 8 * r;
        dst[(size_t)row * pitch + x] = word;
    }
}

// Along columns: a work-item computes four pixels side by side. `rows`: rows of words.
KERNEL void resize_down_words(global const uint* src, global uchar* dst, global const int2* spans,
                              global const uint* weights, int width, int pitch, int height, int rows) {
    const int x = get_global_id(0) * 4, y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int first = spans[y].x / 4;
    const uint shift = spans[y].x % 4 * 8;
    const byte_weights_t own = load_weights(weights, y, height);
    uint taps[4][TAP_WORDS];
    global const uint4* const from = (global const uint4*)(src + x);
    const int step = pitch / 4;
    uint4 low = from[(size_t)first * step];
    UNROLL_FOR (int k = 0; k < TAP_WORDS; ++k) {
        const uint4 high = from[(size_t)min(first + k + 1, rows - 1) * step];
        taps[0][k] = funnel_shift(low.x, high.x, shift);
        taps[1][k] = funnel_shift(low.y, high.y, shift);
        taps[2][k] = funnel_shift(low.z, high.z, shift);
        taps[3][k] = funnel_shift(low.w, high.w, shift);
        low = high;
    }
    uint word = 0;
    UNROLL_FOR (int p = 0; p < 4; ++p) word |= resized_pixel(&own, taps[p]) << 8 * p;
    const size_t at = (size_t)y * width + x;
    if (width % 4 == 0)
        *(global uint*)(dst + at) = word;
    else
        for (int p = 0; p < min(4, width - x); ++p) dst[at + p] = (uchar)(word >> 8 * p);
}
