// invert, variant "plain": each work-item loads a pixel and stores full scale minus each colour; alpha is copied.
//
// Nothing is in local memory, and no work-item needs what another one computes. A GPU moves only one byte with each
// load of an 8-bit gray image here, where a vector of pixels would fill 16.
#include "prelude/rounding.clh"

KERNEL void invert_plain(global const pixel_t* src, global out_pixel_t* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    const pixel_t s = src[i], inverted = with_alpha_of(s, (pixel_t)(SRC_MAX)-s);
    dst[i] = inverted;
}
