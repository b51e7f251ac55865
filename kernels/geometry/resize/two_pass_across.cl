// resize along rows, the first of two passes: a work-item computes a whole pixel, where the plain kernel takes channel
// by channel.
//
// The grid has a work-item for each pixel of the pass. It adds up its `taps` one after another, from the table of
// weights (weights.clh). Neighbouring work-items read overlapping taps, which caches serve, and the weights of their
// pixels. The result of the pass has the width of the final result and the height of the source. It has bytes if the
// source has, and floats otherwise. Two passes take the sum of both axes' taps for each pixel, and not their product.
#include "geometry/resize/weighted_sums.clh"

// The sums of bytes are whole numbers.
INLINE __attribute__((overloadable)) out_sample_t to_out(int sum) { return convert_out_sample(sum); }
INLINE __attribute__((overloadable)) PASTE(DST_SAMPLE, 4) to_out(int4 sum) { return convert_out_4(sum); }

KERNEL void resize_across(global const pixel_t* src, global out_pixel_t* dst, global const int2* spans,
                          global const weight_t* weights, int taps, int source_width, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int2 span = spans[x];
    global const pixel_t* const from = src + (size_t)y * source_width + span.x;
    global const weight_t* const weight = weights + (size_t)x * taps;
    weighted_sum_t total = empty_sum();
    for (int k = 0; k < span.y; ++k) add_tap(&total, weight[k], convert_pixel_sum(from[k]));
    dst[(size_t)y * width + x] = to_out(result_of(&total));
}
