// rotate and warp, whole pixels: a work-item finds the source of its pixel, loads one pixel or four and interpolates
// all channels at once. The plain kernel computes weights and places for every channel, and divides in affine maps,
// too.
//
// The work-item computes where its pixel is in the source (sampling.clh), loads one pixel or four, and interpolates.
// Nothing is shared through local memory. Neighbouring work-items read along a slanted line of the source, so that
// caches serve what loads have in common. A coordinate is the matrix times the pixel's place, in 64 bits. All formats,
// borders and maps are possible; the other variants fall back to this one.
#include "geometry/warp/sampling.clh"

KERNEL void warp_pixels(global const pixel_t* src, global pixel_t* dst, global const long* matrix, int shift,
                        int source_width, int source_height, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const long w = AFFINE ? 1 : matrix[6] * x + matrix[7] * y + matrix[8];
    const int u = source_coordinate(matrix[0] * x + matrix[1] * y + matrix[2], w, shift);
    const int v = source_coordinate(matrix[3] * x + matrix[4] * y + matrix[5], w, shift);
    dst[(size_t)y * width + x] = sampled(src, u, v, source_width, source_height);
}
