// resize to half of both sides on CPUs: a work-item computes ITEM_PIXELS pixels of a row as means of four, in vectors,
// without the tables and the two passes of the plain kernel.
//
// It takes a segment of 16 samples of the result at once. Its four pixels per result pixel are in four segments of the
// source, two of each row. Even and odd pixels of a row are taken apart and averaged, and so are the two rows. Bytes
// are added in 16 bits, which fill a CPU's vectors better than 32. The pixels after the last whole segment are computed
// one by one. It needs neither tables nor a pass between the axes, unlike strips.cl.
//
// Defines: ITEM_PIXELS.
#include "geometry/resize/every_second.clh"
#include "geometry/resize/halves.clh"

#if SRC_TYPE_ID == U8
typedef ushort16 means_t;
INLINE ushort16 mean_of_segments(ushort16 a, ushort16 b) { return (a + b + (ushort)1) >> (ushort)1; }
#define convert_means convert_ushort16
#define convert_result convert_uchar16
#else
typedef float16 means_t;
INLINE float16 mean_of_segments(float16 a, float16 b) { return 0.0f + 0.5f * a + 0.5f * b; }
#define convert_means convert_float16
#define convert_result to_out_segment
#endif

INLINE means_t halved_segment(global const sample_t* from) {
    const samples_t first = load_segment(from), second = load_segment(from + LANES);
    return mean_of_segments(convert_means(even_pixels(first, second)), convert_means(odd_pixels(first, second)));
}

KERNEL void resize_halve(global const pixel_t* src, global out_pixel_t* dst, int source_width, int width, int height) {
    const int left = get_global_id(0) * ITEM_PIXELS, y = get_global_id(1);
    if (left >= width || y >= height) return;
    const int end = min(left + ITEM_PIXELS, width);
    global const pixel_t* const upper = src + (size_t)(2 * y) * source_width;
    global const pixel_t* const lower = upper + source_width;
    global out_pixel_t* const to = dst + (size_t)y * width;
    int x = left;
    for (; x + SEGMENT_PIXELS <= end; x += SEGMENT_PIXELS) {
        const means_t above = halved_segment((global const sample_t*)(upper + 2 * x));
        const means_t below = halved_segment((global const sample_t*)(lower + 2 * x));
        store_segment(convert_result(mean_of_segments(above, below)), (global out_sample_t*)(to + x));
    }
    for (; x < end; ++x) to[x] = mean_of_four(upper + 2 * x, lower + 2 * x);
}
