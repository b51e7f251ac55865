// harris: the corner response of Harris and Stephens (1988), R = det A - k (trace A)^2.
//
// A holds the sums of dx^2, dx dy and dy^2 over a window of block x block pixels. The derivatives are Sobel's, of the
// brightness. Sums are exact integers, of 64 bits for 16-bit samples; those of float images are floats, in the order of
// the CPU reference. The response is computed in floats. In the direct variant a work-item of a two-dimensional grid
// computes one pixel and all products of its window, which caches serve. STRIPS is the variant for CPUs, which computes
// each product once (harris_strips.clh).
#include "prelude/prelude.clh"
#include "prelude/borders.clh"
#include "measurement/brightness.clh"

// Holds a sum of products exactly, except for floats.
#if SRC_IS_FLOAT
#define PRODUCT float
#elif SRC_TYPE_ID == U16
#define PRODUCT long
#else
#define PRODUCT int
#endif
typedef PRODUCT product_t;

// From the sums of dx^2, dx dy and dy^2.
INLINE __attribute__((overloadable)) float response_of(float xx, float xy, float yy, float k, float scale) {
    return (xx * yy - xy * xy - k * (xx + yy) * (xx + yy)) * scale;
}
INLINE __attribute__((overloadable)) float16 response_of(float16 xx, float16 xy, float16 yy, float k, float scale) {
    return (xx * yy - xy * xy - k * (xx + yy) * (xx + yy)) * scale;
}

#ifdef STRIPS
#include "measurement/harris_strips.clh"
#else
typedef PASTE(PRODUCT, 3) products_t;

INLINE product_t brightness_at(global const pixel_t* src, int x, int y, int width, int height) {
    return (product_t)brightness_of(src[(size_t)border_index(y, height) * width + border_index(x, width)]);
}

// dx^2, dx dy and dy^2 of a pixel.
INLINE products_t products_at(global const pixel_t* src, int x, int y, int width, int height) {
    const product_t above_left = brightness_at(src, x - 1, y - 1, width, height);
    const product_t above = brightness_at(src, x, y - 1, width, height);
    const product_t above_right = brightness_at(src, x + 1, y - 1, width, height);
    const product_t left = brightness_at(src, x - 1, y, width, height);
    const product_t right = brightness_at(src, x + 1, y, width, height);
    const product_t below_left = brightness_at(src, x - 1, y + 1, width, height);
    const product_t below = brightness_at(src, x, y + 1, width, height);
    const product_t below_right = brightness_at(src, x + 1, y + 1, width, height);
    const product_t dx = above_right + 2 * right + below_right - (above_left + 2 * left + below_left);
    const product_t dy = below_left + 2 * below + below_right - (above_left + 2 * above + above_right);
    return (products_t)(dx * dx, dx * dy, dy * dy);
}

KERNEL void harris_direct(global const pixel_t* src, global out_sample_t* dst, int block, float k, float scale,
                          int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    products_t sums = 0;
    for (int j = y - block / 2; j < y - block / 2 + block; ++j)
        for (int i = x - block / 2; i < x - block / 2 + block; ++i)
            sums += products_at(src, border_index(i, width), border_index(j, height), width, height);
    dst[(size_t)y * width + x] = response_of((float)sums.x, (float)sums.y, (float)sums.z, k, scale);
}
#endif
