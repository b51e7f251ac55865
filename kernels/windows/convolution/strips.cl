// Convolution for CPUs: a work-item copies a strip as floats into local memory, which is its nearest cache. It sums 32
// samples of four rows at a time in vectors (float_strips.clh). A loaded vector serves the windows of four rows, where
// the plain kernel loads and converts a sample for every product.
//
// Each workgroup is one work-item, and the grid has one for each strip. It copies its strip with the margins to local
// memory as floats, and resolves the borders on the way. Then it makes 32 samples of four rows at a time: eight vectors
// of sums in registers. A loaded vector serves the windows of four rows, and a weight two vectors of each. Samples are
// thus converted once, and most loads come from the nearest cache. The radius and the strip's size are arguments, so
// that the program stays the same while they change. `pitch` is the floats from line to line. weights has (2 radius +
// 1)^2 floats.
#include "windows/float_strips.clh"
typedef float16 quotient_t;
#include "windows/convolution/weighted_sums.clh"

// Row j of samples, which only some of the four windows cover.
INLINE void add_edge_row(strip_sums_t* sums, local const float* row, constant float* weights, int taps, int j) {
    UNROLL_FOR (int p = 0; p < ROWS_AT_ONCE; ++p)
        if (j >= p && j - p < taps)
            for (int i = 0; i < taps; ++i) {
                const float weight = weights[(j - p) * taps + i];
                if (!is_hiding(weight)) add_product(sums, p, weight, load_strip_segment(row + i * SRC_CHANNELS));
            }
}

// The windows of 32 samples of four rows.
INLINE void sum_windows(strip_sums_t* sums, local const float* from, constant float* weights, int taps, int pitch) {
    clear_sums(sums);
    for (int j = 0; j < 3; ++j) add_edge_row(sums, from + j * pitch, weights, taps, j);
    for (int j = 3; j < taps; ++j) {
        constant float* row = weights + j * taps;
        for (int i = 0; i < taps; ++i) {
            const strip_segment_t segment = load_strip_segment(from + j * pitch + i * SRC_CHANNELS);
            UNROLL_FOR (int p = 0; p < ROWS_AT_ONCE; ++p)
                if (!is_hiding(row[i - p * taps])) add_product(sums, p, row[i - p * taps], segment);
        }
    }
    for (int j = max(3, taps); j < taps + 3; ++j) add_edge_row(sums, from + j * pitch, weights, taps, j);
}

KERNEL void convolution_strips(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                               int height, int radius, float denominator, int strip_width, int strip_height, int pitch,
                               local float* strip) {
    const strip_t layout = {strip_width, strip_height, radius, pitch};
    const int left = get_group_id(0) * strip_width, top = get_group_id(1) * strip_height;
    const int rows = min(strip_height, height - top);
    const int samples = min(strip_width, width - left) * SRC_CHANNELS;
    copy_strip(layout, src, strip, left, top, rows, width, height);
    for (int y = 0; y < rows; y += ROWS_AT_ONCE)
        for (int x = 0; x < samples; x += 32) {
            strip_sums_t sums;
            sum_windows(&sums, strip + y * pitch + x, weights, 2 * radius + 1, pitch);
            UNROLL_FOR (int p = 0; p < ROWS_AT_ONCE; ++p) {
                if (y + p >= rows) continue;
                const size_t at = (size_t)(top + y + p) * width + left + x / SRC_CHANNELS;
                UNROLL_FOR (int v = 0; v < VECTORS_AT_ONCE; ++v)
                    store_vector(quotient(sums.rows[p][v], denominator), src, dst, at + v * SEGMENT_PIXELS,
                                 samples - x - 16 * v);
            }
        }
}
