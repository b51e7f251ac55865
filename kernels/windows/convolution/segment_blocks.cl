// Convolution, variant "segment-blocks", for small windows on GPUs: ROWS rows of a segment of LANES samples in
// registers.
//
// The grid has a work-item for each block of ROWS (4) rows of a segment. A work-item loads each row that its windows
// see once, as whole segments (unaligned_segments.clh), and adds it to all windows that cover it. So a loaded sample
// serves up to ROWS windows, and nothing is in local memory. RADIUS and DENOMINATOR are defines, because every index
// into the registers must be constant. From 11 x 11 on the host chooses register_blocked.cl. There are two copies of
// the code: blocks inside the image need no border tests.
//
// With PRODUCTS the samples are gray bytes and the weights signed bytes: one instruction then multiplies four pairs and
// adds them up (byte_products.clh). MENDED is 1 if the quotient needs the correction by the remainder; UNROLLED is that
// of optional_unrolling.clh.
#include "prelude/prelude.clh"
#include "windows/optional_unrolling.clh"
#include "unaligned_segments.clh"
typedef floats_t quotient_t;
#include "windows/convolution/quotient.clh"
#if PRODUCTS
#include "windows/convolution/rows_of_products.clh"
#else
#include "windows/convolution/rows_of_floats.clh"
#endif

// As quotient(), with a product in place of the division where that may be wrong and is corrected.
INLINE floats_t block_quotient(floats_t sum) {
    if (DST_IS_FLOAT) return sum / DENOMINATOR;
    if (PRODUCTS && DENOMINATOR == 1.0f) return sum;
    const floats_t limited = clamp(sum * (1.0f / DENOMINATOR), -1.0f, DST_MAX + 1.0f);
    const floats_t rounded = (limited + ROUNDING_SHIFT) - ROUNDING_SHIFT;
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
        UNROLL_FOR (int lane = 0; lane < LANES; ++lane) sums[p][lane] = EMPTY_SUM;
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
