// grayscale on GPUs: a work-item makes four RGBA pixels with one load and one store. The plain kernel loads and stores
// sample by sample.
//
// The luma of a pixel is the weighted sum of red, green and blue (prelude.clh has the weights). Work-items are numbered
// row by row of the grid. Their groups of four pixels follow each other through the image, across the ends of rows. For
// an 8-bit image a work-item loads 16 bytes and stores 4, which is what a GPU moves fastest; other samples are wider.
// All arithmetic is in registers. The last work-item makes the pixels that are left. vectors.cl does the same for CPUs,
// and copy.cl serves gray images.

typedef PASTE(SRC_SAMPLE, 16) four_pixels_t;
typedef PASTE(DST_SAMPLE, 4) four_samples_t;

INLINE out_sample_t gray(pixel_t pixel) { return luma(pixel.x, pixel.y, pixel.z); }

KERNEL void grayscale_segments(global const pixel_t* src, global out_sample_t* dst, int pixels) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * 4;
    if (begin >= (size_t)pixels) return;
    if (pixels - (int)begin >= 4) {
        const four_pixels_t four = *(global const four_pixels_t*)(src + begin);
        *(global four_samples_t*)(dst + begin) =
            (four_samples_t)(gray(four.s0123), gray(four.s4567), gray(four.s89ab), gray(four.scdef));
    } else {
        for (int i = (int)begin; i < pixels; ++i) dst[i] = gray(src[i]);
    }
}
