// Convolution for small windows on GPUs: a work-item makes ROWS (4) rows of a segment of LANES samples in registers. It
// loads each row that its windows see once, and adds it to all windows that cover it. The plain kernel loads every
// sample of every window.
//
// Rows are loaded as whole segments, and nothing is in local memory. RADIUS and DENOMINATOR are defines, because every
// index into the registers must be constant. From 11 x 11 on the host chooses register_blocked.cl. There are two copies
// of the code: blocks inside the image need no border tests.
//
// With PRODUCTS the samples are gray bytes and the weights signed bytes: one instruction then multiplies four pairs and
// adds them up. MENDED is 1 if the quotient needs the correction by the remainder. UNROLLED is for
// UNROLL_FOR.
#include "prelude/unaligned_segments.clh"
#include "prelude/instructions.clh"

typedef floats_t quotient_t;
#include "windows/convolution/weighted_sums.clh"

// The segments of a row that the windows of one segment see: its own, and SIDE_SEGMENTS on each side of it, because the
// windows reach RADIUS pixels to both sides. The first sample of the first window is the sample FIRST of all these.
enum {
    TAPS = 2 * RADIUS + 1,
    SIDE_SEGMENTS = (RADIUS + SEGMENT_PIXELS - 1) / SEGMENT_PIXELS,
    SEGMENTS = 2 * SIDE_SEGMENTS + 1,
    FIRST = (SIDE_SEGMENTS * SEGMENT_PIXELS - RADIUS) * SRC_CHANNELS
};

// Segment n of row y. `inside` is constant: none of the segments leaves the image.
INLINE samples_t load_window_segment(global const pixel_t* src, int x, int y, int n, int width, int height,
                                     bool inside) {
    x += (n - SIDE_SEGMENTS) * SEGMENT_PIXELS;
    return inside ? segment_inside(src + (size_t)y * width + x)
                  : segment_anywhere(src, x, border_index(y, height), width);
}

#if PRODUCTS
// Rows in byte products. An instruction of NVIDIA multiplies four bytes by four weights, and adds the products to a
// sum. Each sample of the segment needs the four samples from there on in one word. load_row() makes these words once,
// by shifts of 64 bits, and all rows of windows use them. A sum begins as the bits of the float 1.5 * 2^23, so that it
// becomes a float by one subtraction instead of a conversion. Weights are packed by fours, and each row of them is
// filled up with zeros.
enum { TAP_WORDS = (TAPS + 3) / 4, ROW_ELEMENTS = LANES + 4 * (TAP_WORDS - 1), EMPTY_SUM = 0x4b400000 };

typedef uint weight_t;
typedef int block_sum_t;
typedef uint row_element_t;

// Word i holds the four samples from sample i of the first window on.
INLINE void load_row(global const pixel_t* src, int x, int y, int width, int height, bool inside, uint* words) {
    uint row[2 * SEGMENTS + 1];
    UNROLL_FOR (int n = 0; n < SEGMENTS; ++n) {
        const uint2 two = as_uint2(load_window_segment(src, x, y, n, width, height, inside));
        row[2 * n] = two.x;
        row[2 * n + 1] = two.y;
    }
    row[2 * SEGMENTS] = 0;
    UNROLL_FOR (int i = 0; i < ROW_ELEMENTS; ++i) {
        const int at = FIRST + i;
        words[i] = (uint)(((ulong)row[at / 4 + (at % 4 > 0)] << 32 | row[at / 4]) >> at % 4 * 8);
    }
}

// Adds what row j of the weights contributes.
INLINE void add_row(const uint* words, constant uint* weights, int j, int* sums) {
    UNROLL_FOR (int t = 0; t < TAP_WORDS; ++t) {
        const uint weight = weights[j * TAP_WORDS + t];
        UNROLL_FOR (int k = 0; k < LANES; ++k) sums[k] = add_signed_products(weight, words[k + 4 * t], sums[k]);
    }
}

INLINE floats_t totals_of(const int* sums) {
    return PASTE(as_float, LANES)(PASTE(vload, LANES)(0, sums)) - ROUNDING_SHIFT;
}
#else
// Rows in floats, for any samples and any weights. load_row() converts each sample of a row once, and all rows of
// windows use it from registers. A weight is loaded once for a whole segment of sums. The alpha of RGBA is neither
// multiplied nor added: put_segment() copies it from the source.
#define EMPTY_SUM 0.0f
enum { ROW_ELEMENTS = SEGMENTS * LANES };

typedef float weight_t;
typedef float block_sum_t;
typedef float row_element_t;

INLINE void load_row(global const pixel_t* src, int x, int y, int width, int height, bool inside, float* samples) {
    UNROLL_FOR (int n = 0; n < SEGMENTS; ++n)
        store_segment(floats_of_segment(load_window_segment(src, x, y, n, width, height, inside)), samples + n * LANES);
}

// Adds what row j of the weights contributes.
INLINE void add_row(const float* samples, constant float* weights, int j, float* sums) {
    UNROLL_FOR (int i = 0; i < TAPS; ++i) {
        const float weight = weights[j * TAPS + i];
        if (is_hiding(weight)) continue;
        UNROLL_FOR (int k = 0; k < LANES; ++k)
            if (SRC_CHANNELS == 1 || k % 4 != 3) sums[k] = fma(weight, samples[FIRST + i * SRC_CHANNELS + k], sums[k]);
    }
}

INLINE floats_t totals_of(const float* sums) { return load_segment(sums); }
#endif

// As quotient(), with a product in place of the division where that may be wrong and is corrected.
INLINE floats_t block_quotient(floats_t sum) {
    if (DST_IS_FLOAT) return sum / DENOMINATOR;
    if (PRODUCTS && DENOMINATOR == 1.0f) return sum;
    const floats_t clamped = clamp(sum * (1.0f / DENOMINATOR), -1.0f, DST_MAX + 1.0f);
    const floats_t rounded = (clamped + ROUNDING_SHIFT) - ROUNDING_SHIFT;
    return MENDED && DENOMINATOR > 1.0f ? nearest_quotient(rounded, sum, DENOMINATOR) : rounded;
}

// Loads row y of the windows, and adds it to the windows of row `top` and below that cover it. `inside` is constant.
INLINE void add_row_to_windows(global const pixel_t* src, constant weight_t* weights, int x, int top, int j, int width,
                               int height, bool inside, block_sum_t sums[ROWS][LANES]) {
    row_element_t row[ROW_ELEMENTS];
    load_row(src, x, top + j - RADIUS, width, height, inside, row);
    UNROLL_FOR (int p = 0; p < ROWS; ++p)
        if (j >= p && j < p + TAPS) add_row(row, weights, j - p, sums[p]);
}

INLINE void make_block(global const pixel_t* src, global out_pixel_t* dst, constant weight_t* weights, int x, int y,
                       int width, int height, bool inside) {
    block_sum_t sums[ROWS][LANES];
    UNROLL_FOR (int p = 0; p < ROWS; ++p)
        UNROLL_FOR (int k = 0; k < LANES; ++k) sums[p][k] = EMPTY_SUM;
    if (RADIUS <= 1 || (PRODUCTS && RADIUS <= 3)) {
        UNROLL_FOR (int j = 0; j < ROWS + 2 * RADIUS; ++j)
            add_row_to_windows(src, weights, x, y, j, width, height, inside, sums);
    } else {
#pragma unroll 1
        for (int j = 0; j < ROWS + 2 * RADIUS; ++j)
            add_row_to_windows(src, weights, x, y, j, width, height, inside, sums);
    }
    UNROLL_FOR (int p = 0; p < ROWS; ++p)
        if (inside || y + p < height)
            put_segment(segment_of_floats(block_quotient(totals_of(sums[p]))), src, dst, x, y + p, width);
}

KERNEL void convolution_segment_blocks(global const pixel_t* src, global out_pixel_t* dst, constant weight_t* weights,
                                       int width, int height) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = (int)get_global_id(1) * ROWS;
    if (x >= width || y >= height) return;
    if (are_segments_inside(x - SIDE_SEGMENTS * SEGMENT_PIXELS, x + (SIDE_SEGMENTS + 1) * SEGMENT_PIXELS, y - RADIUS,
                            y + ROWS + RADIUS, width, height))
        make_block(src, dst, weights, x, y, width, height, true);
    else
        make_block(src, dst, weights, x, y, width, height, false);
}
