// invert, variant "direct": full scale minus the sample; alpha is copied.
//
// A work-item maps one pixel of a two-dimensional grid, with one load of the whole pixel and one store. It is the
// plainest form of a point filter, for comparison: a GPU moves only one byte with each load of an 8-bit gray image,
// where segments.cl moves 16. Nothing is in local memory.
#include "prelude/prelude.clh"
#include "prelude/rounding.clh"

KERNEL void invert_direct(global const pixel_t* src, global out_pixel_t* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int i = y * width + x;
    const pixel_t s = src[i];
    const pixel_t inverted = with_alpha_of(s, (pixel_t)(SRC_MAX)-s);
    dst[i] = inverted;
}
