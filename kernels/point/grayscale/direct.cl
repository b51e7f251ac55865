// grayscale, variant "direct": a work-item makes one pixel of a two-dimensional grid.
//
// It loads the whole pixel at once and stores its luma, the weighted sum of red, green and blue (prelude.clh has the
// weights). It is the plainest form of a point filter, for comparison: a GPU moves only one byte with each store of an
// 8-bit image, where segments.cl moves four. Nothing is in local memory.
#include "prelude/prelude.clh"

INLINE out_sample_t gray(pixel_t pixel) {
#if SRC_CHANNELS == 4
    return luma(pixel.x, pixel.y, pixel.z);
#else
    return pixel;
#endif
}

KERNEL void grayscale_direct(global const pixel_t* src, global out_sample_t* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    dst[i] = gray(src[i]);
}
