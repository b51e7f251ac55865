// difference-of-gaussians by passes of gaussian: these blur the image into two planes of floats, and a work-item here
// subtracts a segment of LANES samples of both. A blur costs what the variant of gaussian takes, not the k x k products
// a pixel of the plain kernel.
//
// The planes cost a write and a read of eight bytes a sample; in return any radius and any variant of gaussian will do.
// Nothing is in local memory. Defines: those of signed_difference.clh.
#include "prelude/bordered_segments.clh"
#include "edges/difference_of_gaussians/signed_difference.clh"

KERNEL void difference_of_gaussians_finish(global const pixel_t* src, global const float* first,
                                           global const float* second, global out_pixel_t* dst, int width, int height,
                                           int gain) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const floats_t difference = load_floats(first, x, y, width) - load_floats(second, x, y, width);
    store_bordered(to_out_segment(with_gain_and_sign(difference, gain)), src, dst, x, y, width);
}
