// grayscale: the luma of each pixel, the weighted sum of red, green and blue (prelude.clh has the weights).
//
// The defines of a plan tell which form a program is for. With VECTORS, for CPUs, a work-item makes VECTORS times
// sixteen pixels. It sorts sixteen pixels into a vector for each channel, and computes sixteen sums at once. On GPUs a
// work-item makes four pixels with one load and one store. The plainest form makes a single pixel of a two-dimensional
// grid, for comparison. Segments of pixels are contiguous through the image across the ends of rows. With LANES it
// copies the samples of gray images (sample_segments.clh).
#include "prelude/prelude.clh"

#ifdef VECTORS
#include "point/grayscale_vectors.clh"
#elif defined(LANES)
#include "point/sample_segments.clh"

INLINE void copy_segment(global const sample_t* src, global out_sample_t* dst, int left) {
    store_first_samples(load_samples(src, left), dst, left);
}

KERNEL void grayscale_copy(global const sample_t* src, global out_sample_t* dst, int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) copy_segment(src + i, dst + i, LANES);
    for (; i < own.length; i += LANES) copy_segment(src + i, dst + i, own.remaining - i);
}
#else

INLINE out_sample_t gray(pixel_t pixel) {
#if SRC_CHANNELS == 4
    return luma(pixel.x, pixel.y, pixel.z);
#else
    return pixel;
#endif
}

KERNEL void grayscale_direct(global const pixel_t* src, global out_sample_t* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    dst[i] = gray(src[i]);
}

#if SRC_CHANNELS == 4
typedef PASTE(SRC_SAMPLE, 16) four_pixels_t;
typedef PASTE(DST_SAMPLE, 4) four_samples_t;

KERNEL void grayscale_segments(global const pixel_t* src, global out_sample_t* dst, int pixels) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * 4;
    if (begin >= (size_t)pixels) return;
    if (pixels - (int)begin >= 4) {
        const four_pixels_t four = *(global const four_pixels_t*)(src + begin);
        *(global four_samples_t*)(dst + begin) =
            (four_samples_t)(gray(four.s0123), gray(four.s4567), gray(four.s89ab), gray(four.scdef));
    } else {
        for (int i = (int)begin; i < pixels; ++i) dst[i] = gray(src[i]);
    }
}
#endif
#endif
