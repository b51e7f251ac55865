// harris, variant "plain": each work-item sums the products of the gradients in its window.
//
// The response is det A - k (trace A)^2 (Harris and Stephens 1988). A holds the sums of dx^2, dx * dy and dy^2 over
// block x block pixels. dx and dy are Sobel's derivatives of the brightness. Beyond the edge the image is mirrored.
// Sums of integers are exact. `scale` makes the response independent of the window and the format.
#include "prelude/borders.clh"

#if SRC_IS_FLOAT
typedef float product_t;
#else
typedef long product_t;
#endif

INLINE product_t brightness_at(global const sample_t* src, int x, int y, int2 size) {
    src += ((size_t)border_index(y, size.y) * size.x + border_index(x, size.x)) * SRC_CHANNELS;
    return SRC_CHANNELS == 4 ? luma(src[0], src[1], src[2]) : src[0];
}

// Three pixels, weighted 1, 2 and 1: the middle one, and those a step before and after it.
INLINE product_t line_at(global const sample_t* src, int x, int y, int step_x, int step_y, int2 size) {
    return brightness_at(src, x - step_x, y - step_y, size) + 2 * brightness_at(src, x, y, size) +
           brightness_at(src, x + step_x, y + step_y, size);
}

KERNEL void harris_plain(global const sample_t* src, global float* dst, int block, float k, float scale, int width,
                         int height) {
    const int column = get_global_id(0), row = get_global_id(1);
    if (column >= width || row >= height) return;
    const int2 size = (int2)(width, height);
    product_t xx = 0, xy = 0, yy = 0;
    for (int n = 0; n < block * block; ++n) {
        const int x = border_index(column - block / 2 + n % block, width);
        const int y = border_index(row - block / 2 + n / block, height);
        const product_t dx = line_at(src, x + 1, y, 0, 1, size) - line_at(src, x - 1, y, 0, 1, size);
        const product_t dy = line_at(src, x, y + 1, 1, 0, size) - line_at(src, x, y - 1, 1, 0, size);
        xx += dx * dx, xy += dx * dy, yy += dy * dy;
    }
    const float a = xx, b = xy, c = yy;
    dst[(size_t)row * width + column] = (a * c - b * b - k * (a + c) * (a + c)) * scale;
}
