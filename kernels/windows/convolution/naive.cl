// Convolution, variant "naive": each work-item sums the window of its pixel from global memory.
//
// The grid is two-dimensional, with one work-item a pixel. A work-item multiplies (2 radius + 1)^2 pixels by their
// weights, sums each row and then the rows, and divides once (quotient.clh). It uses no local memory, and only a few
// registers. Neighbours read mostly the same pixels, and the caches serve them. A window inside the image needs no
// tests of borders, and has a loop of its own. This is the baseline of the other variants. `weights` has (2 radius +
// 1)^2 floats, row by row, as in all variants.
#include "prelude/prelude.clh"
#include "prelude/borders.clh"
#include "prelude/rounding.clh"
#include "windows/convolution/border_sum.clh"
typedef sum_t quotient_t;
#include "windows/convolution/quotient.clh"

// The window whose first pixel is `first`, inside the image.
INLINE sum_t window_sum(global const pixel_t* first, constant float* weights, int width, int radius) {
    const int taps = 2 * radius + 1;
    sum_t sum = 0.0f;
    for (int j = 0; j < taps; ++j) {
        sum_t part = 0.0f;
        for (int i = 0; i < taps; ++i) {
            const float weight = weights[j * taps + i];
            if (!is_hiding(weight)) part = mad(weight, convert_sum(first[j * width + i]), part);
        }
        sum += part;
    }
    return sum;
}

KERNEL void convolution_naive(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                              int height, int radius, float denominator) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    sum_t sum;
    if (x >= radius && y >= radius && x + radius < width && y + radius < height)
        sum = window_sum(src + (y - radius) * width + x - radius, weights, width, radius);
    else
        sum = border_sum(src, weights, x, y, width, height, radius);
    dst[y * width + x] = with_alpha_of(src[y * width + x], to_out(quotient(sum, denominator)));
}
