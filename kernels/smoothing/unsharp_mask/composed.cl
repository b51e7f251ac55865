// unsharp-mask by passes of gaussian: these blur a plane of floats into another one, and a work-item here sharpens a
// segment of LANES samples. The blur costs what the variant of gaussian takes, where the plain kernel has k x k
// products a pixel.
//
// The first kernel makes the plane of floats; that of a float image is the image itself. The grids have a work-item for
// each segment of LANES samples. In the last kernel it loads them from the image and from the blurred plane, as
// vectors, and stores the sharpened samples. Nothing is in local memory. The blurred plane costs one write and one read
// of four bytes a sample, and so does the plane of floats of an integer image. The other variants save these; in return
// any radius and any variant of gaussian will do.
#include "smoothing/unsharp_mask/sharpened.clh"
#include "prelude/bordered_segments.clh"

// The samples as floats of the same values, in a plane for gaussian. Alpha is converted like a colour.
KERNEL void float_samples_of(global const pixel_t* src, global float* floats, int width, int height) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    store_floats(convert_floats(load_bordered(src, x, y, width, height)), floats, x, y, width);
}

KERNEL void unsharp_mask_finish(global const pixel_t* src, global const float* blurred, global out_pixel_t* dst,
                                int width, int height, float amount, float threshold) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const floats_t own = convert_floats(load_bordered(src, x, y, width, height));
    const floats_t result = sharpened(own, load_floats(blurred, x, y, width), amount, threshold);
    store_inside(to_out_segment(result), src, dst, x, y, width);
}
