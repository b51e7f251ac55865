// difference-of-gaussians (Marr and Hildreth 1980), variant "plain": each work-item blurs its pixel twice and
// subtracts.
//
// A blur is the weighted sum of the square window around the pixel. `first_weights` and `second_weights` have the
// weights of one axis; the second blur is subtracted, and either may be the wider. A row is summed first and then the
// rows, because shorter sums lose fewer bits. `sign` says how negative results are stored. CLIPPED needs no code:
// to_out stores them as 0, except those of floats, which stay.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

enum { ABSOLUTE, OFFSET, CLIPPED }; // as in signed_results.clh; a plain kernel includes only the prelude

INLINE sum_t blurred(global const pixel_t* src, constant float* weights, int radius, int x, int y, int width,
                     int height) {
    sum_t sum = 0.0f;
    for (int j = -radius; j <= radius; ++j) {
        const int row = border_index(y + j, height);
        sum_t row_sum = 0.0f;
        for (int i = -radius; i <= radius; ++i)
            row_sum += weights[i + radius] * convert_sum(bordered_pixel(src, row, border_index(x + i, width), width));
        sum += weights[j + radius] * row_sum;
    }
    return sum;
}

KERNEL void difference_of_gaussians_plain(global const pixel_t* src, global out_pixel_t* dst,
                                          constant float* first_weights, constant float* second_weights,
                                          int first_radius, int second_radius, float gain, int sign, float half_scale,
                                          int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    sum_t difference = blurred(src, first_weights, first_radius, x, y, width, height);
    difference = (difference - blurred(src, second_weights, second_radius, x, y, width, height)) * gain;
    if (sign == ABSOLUTE) difference = fabs(difference);
    if (sign == OFFSET) difference += half_scale;
    const size_t at = (size_t)y * width + x;
    dst[at] = with_alpha_of(src[at], to_out(difference));
}
