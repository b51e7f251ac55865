// Convolution with tiles: a workgroup loads its pixels and their margins into local memory, and each work-item sums the
// window of its pixel from there. So a workgroup loads a pixel once, where the plain kernel loads it for every window
// (Podlozhnyuk, Image Convolution with CUDA, 2007).
//
// The grid has a work-item for each pixel. A workgroup loads its pixels, and `radius` more on every side, into local
// memory (`tile`), and applies the border's rule on the way. After a barrier each work-item sums the window of its
// pixel from there, and divides once. Each row has a sum of its own, which loses fewer bits. Margins are loaded by
// neighbouring workgroups, too: a 16 x 16 workgroup loads 324 pixels at radius 1, and 900 at radius 7. Local memory is
// still read for every product; register_blocked.cl avoids that. `weights` are the window's rows, one after the other,
// not flipped.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"
typedef sum_t quotient_t;
#include "windows/convolution/weighted_sums.clh"

KERNEL void convolution_tiled(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                              int height, int radius, float denominator, local pixel_t* tile) {
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    const int top = (int)(get_group_id(1) * get_local_size(1)) - radius;
    const int tile_width = (int)get_local_size(0) + 2 * radius;
    const int tile_height = (int)get_local_size(1) + 2 * radius;
    for (int j = get_local_id(1); j < tile_height; j += get_local_size(1)) {
        const int row = border_index(top + j, height);
        for (int i = get_local_id(0); i < tile_width; i += get_local_size(0))
            tile[j * tile_width + i] = bordered_pixel(src, row, border_index(left + i, width), width);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    local const pixel_t* first = tile + get_local_id(1) * tile_width + get_local_id(0);
    const int taps = 2 * radius + 1;
    sum_t sum = 0.0f;
    for (int j = 0; j < taps; ++j) {
        sum_t part = 0.0f;
        for (int i = 0; i < taps; ++i) {
            const float weight = weights[j * taps + i];
            if (!is_hiding(weight)) part = mad(weight, convert_sum(first[j * tile_width + i]), part);
        }
        sum += part;
    }
    const pixel_t own = first[radius * tile_width + radius];
    dst[y * width + x] = with_alpha_of(own, to_out(quotient(sum, denominator)));
}
