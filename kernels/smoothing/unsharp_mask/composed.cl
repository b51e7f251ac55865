// unsharp-mask by passes of gaussian: these leave the blurred image in a plane of floats, and a work-item here sharpens
// a segment of LANES samples. The blur costs what the variant of gaussian takes, where the plain kernel has k x k
// products a pixel.
//
// The grid has a work-item for each segment of LANES samples. It loads them from the image and from the plane, as
// vectors, and stores the sharpened samples. Nothing is in local memory. The plane costs one write and one read of four
// bytes a sample, which the other variants save; in return any radius and any variant of gaussian will do.
#include "smoothing/unsharp_mask/sharpened.clh"
#include "prelude/bordered_segments.clh"

KERNEL void unsharp_mask_finish(global const pixel_t* src, global const float* blurred, global out_pixel_t* dst,
                                int width, int height, float amount, float threshold) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const floats_t own = convert_floats(load_bordered(src, x, y, width, height));
    const floats_t result = sharpened(own, load_floats(blurred, x, y, width), amount, threshold);
    store_bordered(to_out_segment(result), src, dst, x, y, width);
}
