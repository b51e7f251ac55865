// difference-of-gaussians by passes of gaussian: these blur a plane of floats into two others, and a work-item here
// subtracts a segment of LANES samples of both. A blur costs what the variant of gaussian takes, not the k x k products
// a pixel of the plain kernel.
//
// The first kernel makes the plane of floats; that of a float image is the image itself. The two blurred planes cost a
// write and a read of eight bytes a sample. The plane of floats costs integer images a write of four bytes more, and
// each blur reads it. In return any radius and any variant of gaussian will do. Nothing is in local memory. Defines:
// SIGN_RULE, how negative results are stored (signed_results.clh); CLIPPED needs no code here, because what stores the
// segment cuts negative integers off at 0. HAS_GAIN, 0 if the factor `gain` is 1.
#include "prelude/bordered_segments.clh"
#include "edges/signed_results.clh"

// The samples as floats of the same values, in a plane for gaussian. Alpha is converted like a colour.
KERNEL void float_samples_of(global const pixel_t* src, global float* floats, int width, int height) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    store_floats(convert_floats(load_bordered(src, x, y, width, height)), floats, x, y, width);
}

KERNEL void difference_of_gaussians_finish(global const pixel_t* src, global const float* first,
                                           global const float* second, global out_pixel_t* dst, int width, int height,
                                           int gain) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    floats_t difference = load_floats(first, x, y, width) - load_floats(second, x, y, width);
    if (HAS_GAIN) difference *= (float)gain;
    if (SIGN_RULE == ABSOLUTE) difference = fabs(difference);
    if (SIGN_RULE == OFFSET) difference += (float)HALF_SCALE;
    store_inside(to_out_segment(difference), src, dst, x, y, width);
}
