// Gaussian blur, variant "naive-2d": each work-item sums the whole square window of its pixel.
//
// The grid is two-dimensional, with one work-item a pixel. A work-item reads (2 radius + 1)^2 pixels from global
// memory, sums each row of the window, and then the rows. It holds only its sums in registers, and uses no local
// memory. A window inside the image needs no border tests, so that case has code of its own. Caches serve most reads,
// because neighbours share them; still, the products grow with the square of the radius. This is the baseline of the
// separable variants. weights holds the 2 radius + 1 floats of one axis.
#include "prelude/prelude.clh"
#include "prelude/borders.clh"
#include "prelude/rounding.clh"
#include "windows/gaussian/tap_groups.clh"

KERNEL void gaussian_naive(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                           int height, int radius) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const bool inside = x >= radius && x + radius < width;
    sum_t sum = 0.0f;
    for (int j = 0; j <= 2 * radius; ++j) {
        const int row = border_index(y - radius + j, height);
        if (!is_inside(row)) continue;
        global const pixel_t* line = src + row * width;
        const sum_t part =
            inside ? row_sum(line, weights, x, width, radius, true) : row_sum(line, weights, x, width, radius, false);
        sum = mad(weights[j], part, sum);
    }
    const int i = y * width + x;
    dst[i] = with_alpha_of(src[i], to_out(sum));
}
