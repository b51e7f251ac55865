// difference-of-gaussians, variant "plain": each work-item blurs its pixel twice and subtracts.
//
// A blur is the weighted sum of the square window around the pixel. `narrow` and `wide` have the weights of one axis.
// A row is summed first and then the rows, because shorter sums lose fewer bits. `sign` says how negative results are
// stored: 0 as their absolute value, 1 with half of full scale added to all results, 2 as 0.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

INLINE sum_t blurred(global const pixel_t* src, constant float* weights, int radius, int x, int y, int width,
                     int height) {
    sum_t sum = 0.0f;
    for (int j = -radius; j <= radius; ++j) {
        sum_t row_sum = 0.0f;
        for (int i = -radius; i <= radius; ++i) {
            const int row = border_index(y + j, height), column = border_index(x + i, width);
            row_sum += weights[i + radius] * convert_sum(bordered_pixel(src, row, column, width));
        }
        sum += weights[j + radius] * row_sum;
    }
    return sum;
}

KERNEL void difference_of_gaussians_plain(global const pixel_t* src, global out_pixel_t* dst, constant float* narrow,
                                          constant float* wide, int narrow_radius, int wide_radius, float gain,
                                          int sign, float half_scale, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    sum_t difference = blurred(src, narrow, narrow_radius, x, y, width, height);
    difference = (difference - blurred(src, wide, wide_radius, x, y, width, height)) * gain;
    if (sign == 0) difference = fabs(difference);
    if (sign == 1) difference += half_scale;
    const size_t at = (size_t)y * width + x;
    dst[at] = with_alpha_of(src[at], to_out(difference));
}
