// Ordered dither in segments, for CPUs and for float images: a work-item takes 16 bytes of neighbouring pixels with one
// load and one store, and counts on in the matrix. The plain kernel finds each pixel's place by two divisions.
//
// A work-item takes SEGMENT_PIXELS neighbouring pixels, 16 bytes, counted over the whole image and not by rows. So all
// loads and stores are aligned, whatever the width, and a segment may continue in the next row. It finds its row and
// column by one division, and then only counts on: in the image, and in the matrix. The last segment may be short.
// Nothing is in local memory; the matrix stays in the cache.
//
// `steps` is the number of levels less one. A sample times `steps`, divided by full scale, gives a level and a
// remainder. For integers `thresholds`, side x side, has the least remainder (1 or more) that takes the next level
// instead. So a sample costs one division by a constant and one comparison. For floats `thresholds` has a share of a
// step, above 0 and below 1, that is added before the fraction is cut off. Alpha stays in the segment as it was loaded.
// `levels` has the value of each level. Define: LANES, the samples of a segment.
#include "dithering/threshold_matrix/numbers.clh"

enum { SEGMENT_PIXELS = LANES / SRC_CHANNELS };
typedef PASTE(SRC_SAMPLE, LANES) samples_t;

INLINE sample_t dithered(number_t sample, number_t threshold, int steps, global const number_t* levels) {
#if SRC_IS_FLOAT
    return levels[(int)(clamped(sample) * (float)steps + threshold)];
#else
    const uint scaled = (uint)(sample * steps);
    const uint level = scaled / SRC_MAX;
    return (sample_t)levels[level + (scaled - level * SRC_MAX >= (uint)threshold ? 1 : 0)];
#endif
}

KERNEL void threshold_matrix_segments(global const sample_t* src, global sample_t* dst,
                                      global const number_t* thresholds, global const number_t* levels, int side,
                                      int steps, int width, int height) {
    const uint pixels = (uint)width * (uint)height;
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * SEGMENT_PIXELS;
    if (begin >= pixels) return;
    const uint first = (uint)begin;
    const uint count = min((uint)SEGMENT_PIXELS, pixels - first);
    global const sample_t* const from = src + (size_t)first * SRC_CHANNELS;
    global sample_t* const to = dst + (size_t)first * SRC_CHANNELS;
    union {
        samples_t all;
        sample_t samples[LANES];
    } segment;
    if (count == SEGMENT_PIXELS)
        segment.all = *(global const samples_t*)from;
    else
        for (uint i = 0; i < count * SRC_CHANNELS; ++i) segment.samples[i] = from[i];
    const int y = first / (uint)width;
    int x = first - (uint)y * (uint)width;
    int row = y % side * side, column = x % side; // in the matrix
    for (uint i = 0; i < SEGMENT_PIXELS; ++i) {
        const number_t threshold = thresholds[row + column];
        for (int c = 0; c < COLOUR_CHANNELS; ++c) {
            sample_t* const sample = &segment.samples[i * SRC_CHANNELS + c];
            if (i < count) *sample = dithered(*sample, threshold, steps, levels);
        }
        ++x, ++column;
        if (x == width) {
            x = column = 0;
            row = row + side == side * side ? 0 : row + side;
        } else if (column == side) {
            column = 0;
        }
    }
    if (count == SEGMENT_PIXELS)
        *(global samples_t*)to = segment.all;
    else
        for (uint i = 0; i < count * SRC_CHANNELS; ++i) to[i] = segment.samples[i];
}
