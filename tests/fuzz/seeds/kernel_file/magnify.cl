// Image objects and a constant sampler in the file: the middle of the picture, twice as large. The kernel asks the
// objects for their size.
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

__kernel void magnify(__read_only image2d_t src, __write_only image2d_t dst) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x >= get_image_width(dst) || at.y >= get_image_height(dst)) return;
    const int2 from = get_image_dim(src) / 4 + at / 2;
    write_imagef(dst, at, read_imagef(src, nearest, from));
}
