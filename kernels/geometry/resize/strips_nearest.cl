// resize to the nearest pixel on CPUs: a work-item copies ITEM_PIXELS pixels of a row in one pass, without the weights
// of the plain kernel.
//
// Tables tell the row and the column of the source for each row and column of the result. Where every second pixel is
// taken (`pairs`), segments of 16 samples are taken apart in registers instead. Nothing is weighted, so that copying
// limits it. The grid has a work-item for each ITEM_PIXELS pixels of each row. Floats are added to 0, as a sum of one
// tap is, so that -0 becomes 0.
//
// Defines: ITEM_PIXELS.
#include "geometry/resize/every_second.clh"

KERNEL void resize_pick(global const pixel_t* src, global out_pixel_t* dst, global const int2* column_spans,
                        global const int2* row_spans, int pairs, int source_width, int width, int height) {
    const int left = get_global_id(0) * ITEM_PIXELS, y = get_global_id(1);
    if (left >= width || y >= height) return;
    const int end = min(left + ITEM_PIXELS, width);
    global const pixel_t* const line = src + (size_t)row_spans[y].x * source_width;
    global out_pixel_t* const to = dst + (size_t)y * width;
    const sample_t zero = 0;
    int x = left;
    for (; pairs && x + SEGMENT_PIXELS <= end; x += SEGMENT_PIXELS) {
        global const sample_t* const from = (global const sample_t*)(line + 2 * x);
        store_segment(odd_pixels(load_segment(from), load_segment(from + LANES)) + zero,
                      (global out_sample_t*)(to + x));
    }
    for (; x < end; ++x) to[x] = line[column_spans[x].x] + zero;
}
