// grayscale: the weighted sum of red, green and blue. Defines: those of common.clh, and LANES for runs of gray samples.
#include "common.clh"

#ifdef VECTORS
// For CPUs: VECTORS times sixteen pixels a work-item, each channel of them in a vector.
#if SRC_IS_FLOAT
#define PARTS float16
#define RED 19595.0f / 65536.0f
#define GREEN 38470.0f / 65536.0f
#define BLUE 7471.0f / 65536.0f
#else
#define PARTS uint16
#endif
#define PIXELS_16 PASTE(SRC_TYPE, 16)

// Of one channel, by its place in four pixels.
#define CHANNEL(a, b, c, d, places) PASTE(convert_, PARTS)((PIXELS_16)((a).places, (b).places, (c).places, (d).places))

static inline PASTE(DST_TYPE, 16) gray_of(global const SRC_TYPE* from) {
#if SRC_TYPE_ID == 0
    const uint16 words = as_uint16(*(global const uint16*)from);
    const uint16 r = words & 255u, g = words >> 8 & 255u, b = words >> 16 & 255u;
#else
    const PIXELS_16 first = load_16(from), second = load_16(from + 16), third = load_16(from + 32),
                    fourth = load_16(from + 48);
    const PARTS r = CHANNEL(first, second, third, fourth, s048c);
    const PARTS g = CHANNEL(first, second, third, fourth, s159d);
    const PARTS b = CHANNEL(first, second, third, fourth, s26ae);
#endif
#if SRC_IS_FLOAT
    return (RED)*r + (GREEN)*g + (BLUE)*b;
#else
    return PASTE(convert_, PASTE(DST_TYPE, 16))((19595u * r + 38470u * g + 7471u * b + 32768u) >> 16);
#endif
}

KERNEL void grayscale_vectors(global const SRC_PIXEL* src, global DST_TYPE* dst, int pixels) {
    const size_t first = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * (16 * VECTORS);
    const size_t end = min(first + 16 * VECTORS, (size_t)pixels);
    size_t i = first;
    for (; i + 16 <= end; i += 16) store_16(gray_of((global const SRC_TYPE*)(src + i)), dst + i);
    for (; i < end; ++i) dst[i] = (DST_TYPE)LUMA(src[i].x, src[i].y, src[i].z);
}
#elif !defined(LANES)
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
