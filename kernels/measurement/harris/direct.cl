// harris, pixel by pixel: a work-item computes its pixel from all products of its window, as in the plain kernel. But
// it uses integers of 32 bits where these suffice, and eight loads for a gradient in place of twelve.
//
// A work-item of a two-dimensional grid computes one pixel. For each pixel of the window it loads the eight neighbours
// that Sobel's derivatives need, and adds their products up in registers. Neighbouring work-items load most of the same
// pixels, which caches serve; nothing is in local memory. Every product is computed block^2 times, for each window that
// holds it. strips.cl computes it once.
#include "measurement/harris/response.clh"

typedef PASTE(PRODUCT, 3) products_t;

INLINE product_t brightness_at(global const pixel_t* src, int x, int y, int width, int height) {
    return (product_t)brightness_of(src[(size_t)border_index(y, height) * width + border_index(x, width)]);
}

// dx^2, dx * dy and dy^2 of a pixel.
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
