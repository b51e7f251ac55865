// Adaptive threshold by other filters' means: box or gaussian leave an image of means, and a work-item here compares a
// segment of LANES samples with theirs as vectors. Means cost what the fastest box or gaussian takes, not the k x k
// products a pixel of the plain kernel.
//
// A sample becomes white where sample - mean + offset is above 0, else black, or the reverse with `inverted`. Nothing
// is in local memory. Means of floats must be rounded as in the reference after each product and each sum. So two
// kernels here make them as weighted sums: down the columns, then along the rows. A work-item makes a segment of a row;
// `k` is the side of the window. fused.cl saves the image of means where windows are small.

#if SRC_IS_FLOAT
#include "prelude/bordered_segments.clh"

// Segments of sums of k samples, weighted, from top to bottom.
KERNEL void adaptive_threshold_columns(global const pixel_t* src, global pixel_t* sums, global const float* weights,
                                       int k, int width, int height) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS, y = get_global_id(1);
    if (x >= width || y >= height) return;
    floats_t sum = 0.0f;
    for (int j = 0; j < k; ++j) sum += weights[j] * load_bordered(src, x, y + j - k / 2, width, height);
    store_inside(sum, src, sums, x, y, width);
}

// Of those from left to right: means, with which the samples are compared.
KERNEL void adaptive_threshold_rows(global const pixel_t* src, global const pixel_t* sums, global out_pixel_t* dst,
                                    global const float* weights, int k, int width, int height, float offset,
                                    int inverted) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS, y = get_global_id(1);
    if (x >= width || y >= height) return;
    floats_t mean = 0.0f;
    for (int i = 0; i < k; ++i) mean += weights[i] * load_anywhere(sums, x + i - k / 2, y, width, height);
    const floats_t difference = load_bordered(src, x, y, width, height) - mean;
    const PASTE(int, LANES) above = (difference > -offset) ^ -inverted;
    store_inside(select((floats_t)(0.0f), (floats_t)(1.0f), above), src, dst, x, y, width);
}

#else
#include "prelude/sample_segments.clh"

// Differences are a bit wider than samples.
#if SRC_TYPE_ID == U8
#define DIFFERENCE short
#else
#define DIFFERENCE int
#endif
typedef PASTE(DIFFERENCE, LANES) differences_t;
#define convert_differences PASTE(convert_, PASTE(DIFFERENCE, LANES))
#define convert_results PASTE(convert_, PASTE(DST_SAMPLE, LANES))

// White or black for each sample of a segment, of which `left` are in the image.
INLINE void compare_segment(global const sample_t* src, global const sample_t* means, global out_sample_t* dst,
                            int left, int offset, int inverted) {
    const samples_t samples = load_samples(src, left);
    const differences_t difference = convert_differences(samples) - convert_differences(load_samples(means, left));
    const differences_t above = difference > (DIFFERENCE)-offset;
    store_mapped(convert_results((above ^ (DIFFERENCE)-inverted) & (DIFFERENCE)DST_MAX), samples, dst, left);
}

KERNEL void adaptive_threshold_segments(global const sample_t* src, global out_sample_t* dst,
                                        global const sample_t* means, int samples, int offset, int inverted) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin, means += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) compare_segment(src + i, means + i, dst + i, LANES, offset, inverted);
    for (; i < own.length; i += LANES)
        compare_segment(src + i, means + i, dst + i, own.remaining - i, offset, inverted);
}
#endif
