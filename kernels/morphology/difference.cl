// The difference of two results of morphology, times a gain: for the gradient and both hats.
//
// A work-item subtracts a segment: LANES neighbouring samples of a row, as one vector. The plain kernel subtracts the
// channels of one pixel. `greater` holds no sample below that of `less`. Differences of extremes are small, and the
// gain makes them visible; alpha is that of the source. Nothing is in local memory. Defines: LANES; HAS_GAIN, 0 if the
// factor `gain` is 1.
#include "windows/key_segments.clh"

// The segment at column x of a row, which is not negative.
INLINE samples_t segment_of_row(global const pixel_t* row, int x, int width) {
    if (x + SEGMENT_PIXELS <= width) return load_segment((global const sample_t*)(row + x));
    return bordered_segment(row, x, width);
}

KERNEL void morphology_difference(global const pixel_t* src, global const pixel_t* greater, global const pixel_t* less,
                                  global pixel_t* dst, int width, int height, int gain) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t row = (size_t)y * width;
    samples_t difference = segment_of_row(greater + row, x, width) - segment_of_row(less + row, x, width);
    if (HAS_GAIN) difference = saturated_product(difference, gain);
    store_inside(difference, src, dst, x, y, width);
}
