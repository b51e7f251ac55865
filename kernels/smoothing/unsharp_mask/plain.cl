// unsharp-mask, variant "plain": each work-item blurs its pixel and adds the detail that the blur has lost.
//
// The blur is the weighted sum of the square window around the pixel; `weights` has the weights of one axis. A row is
// summed first and then the rows, because shorter sums lose fewer bits. Detail loses `threshold` before it is scaled by
// `amount`. An amount of 0 hides the detail, even NaN.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

KERNEL void unsharp_mask_plain(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int radius,
                               float amount, float threshold, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    sum_t blurred = 0.0f;
    for (int j = -radius; j <= radius; ++j) {
        sum_t row_sum = 0.0f;
        for (int i = -radius; i <= radius; ++i) {
            const int row = border_index(y + j, height), column = border_index(x + i, width);
            row_sum += weights[i + radius] * convert_sum(bordered_pixel(src, row, column, width));
        }
        blurred += weights[j + radius] * row_sum;
    }
    const size_t at = (size_t)y * width + x;
    const sum_t own = convert_sum(src[at]), detail = own - blurred;
    const sum_t added = (detail - clamp(detail, -threshold, threshold)) * amount;
    dst[at] = with_alpha_of(src[at], to_out(amount == 0.0f ? own : own + added));
}
