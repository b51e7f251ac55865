// Colours from what a filter made of their luma; alpha is copied.
//
// A filter that works on luma gets a gray image and returns one. These kernels bring the result back to the colours:
// either red, green and blue become the result, or the luma's change is added to each of them. A work-item makes PIXELS
// consecutive pixels, across the ends of rows, so that a CPU does not start a work-item for each; GPUs take one, and
// neighbours read neighbouring pixels. core/filters/point/luma_channels.h makes the passes.
#include "prelude/rounding.clh"

INLINE size_t first_pixel(void) { return (get_global_id(1) * get_global_size(0) + get_global_id(0)) * PIXELS; }

KERNEL void luma_channels_replaced(global const pixel_t* src, global const out_sample_t* after, global out_pixel_t* dst,
                                   int pixels) {
    const size_t begin = first_pixel(), end = min(begin + PIXELS, (size_t)pixels);
    for (size_t i = begin; i < end; ++i) {
        const out_sample_t gray = after[i];
        dst[i] = (out_pixel_t)(gray, gray, gray, src[i].w);
    }
}

#if !SRC_IS_FLOAT
KERNEL void luma_channels_shifted(global const pixel_t* src, global const sample_t* before,
                                  global const out_sample_t* after, global out_pixel_t* dst, int pixels) {
    const size_t begin = first_pixel(), end = min(begin + PIXELS, (size_t)pixels);
    for (size_t i = begin; i < end; ++i) {
        const pixel_t source = src[i];
        const int4 sums = convert_int4(source) + ((int)after[i] - (int)before[i]);
        dst[i] = with_alpha_of(source, convert_out_4(clamp(sums, 0, (int)DST_MAX)));
    }
}
#endif
