// Convolution, variant "plain": each work-item sums the weighted samples of the square window around its pixel.
//
// `weights` has (2 radius + 1)^2 floats, row by row. They are fractions of `denominator`, by which the sum is divided.
// A row is summed first and then the rows, because shorter sums lose fewer bits. A weight of 0 hides its sample, even
// NaN.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

KERNEL void convolution_plain(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                              int height, int radius, float denominator) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    sum_t sum = 0.0f;
    for (int j = -radius; j <= radius; ++j) {
        sum_t row_sum = 0.0f;
        for (int i = -radius; i <= radius; ++i, ++weights) {
            const pixel_t pixel = bordered_pixel(src, border_index(y + j, height), border_index(x + i, width), width);
            if (*weights != 0) row_sum += *weights * convert_sum(pixel);
        }
        sum += row_sum;
    }
    const size_t at = (size_t)y * width + x;
    dst[at] = with_alpha_of(src[at], to_out(sum / denominator));
}
