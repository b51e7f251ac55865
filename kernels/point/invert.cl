// invert: full scale minus the sample; alpha is copied.
//
// With LANES a work-item maps segments of samples, as wide as a register of the device (sample_segments.clh). That is
// the fast form, because nothing but the memory's speed limits it. Otherwise a work-item maps one pixel of a
// two-dimensional grid: the plainest form of a point filter, for comparison. Neither needs local memory. The plans are
// in core/filters/point/invert.cpp.
#include "prelude/prelude.clh"

#ifdef LANES
#include "point/sample_segments.clh"

INLINE void invert_segment(global const sample_t* src, global out_sample_t* dst, int left) {
    const samples_t source = load_samples(src, left);
    store_mapped((samples_t)(SRC_MAX)-source, source, dst, left);
}

KERNEL void invert_segments(global const sample_t* src, global out_sample_t* dst, int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) invert_segment(src + i, dst + i, LANES);
    for (; i < own.length; i += LANES) invert_segment(src + i, dst + i, own.remaining - i);
}
#else
#include "prelude/rounding.clh"

KERNEL void invert_direct(global const pixel_t* src, global out_pixel_t* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int i = y * width + x;
    const pixel_t s = src[i];
    const pixel_t inverted = with_alpha_of(s, (pixel_t)(SRC_MAX)-s);
    dst[i] = inverted;
}
#endif
