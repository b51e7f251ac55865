// grayscale: the weighted sum of red, green and blue. Defines: those of common.clh, and LANES for runs of gray samples.

#ifndef LANES
#include "pixel_runs.clh"

KERNEL void grayscale_direct(global const SRC_PIXEL* src, global DST_TYPE* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    const SRC_PIXEL s = src[i];
#if SRC_CHANNELS == 4
    dst[i] = (DST_TYPE)LUMA(s.x, s.y, s.z);
#else
    dst[i] = s;
#endif
}

#if SRC_CHANNELS == 4
#define GRAY(s) (DST_TYPE) LUMA((s).x, (s).y, (s).z)

KERNEL void grayscale_runs(global const SRC_PIXEL* src, global DST_TYPE* dst, int pixels) {
    MAP_PIXELS(src, dst, pixels, GRAY);
}
#endif
#else
#include "point_runs.clh"

#define SAME(s) (s)

KERNEL void grayscale_copy(global const SRC_TYPE* src, global DST_TYPE* dst, int samples) {
    MAP_RUNS(src, dst, samples, SAME);
}
#endif
