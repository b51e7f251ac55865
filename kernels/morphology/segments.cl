// Morphology in vectors: a work-item computes a segment: LANES neighbouring samples of a row, as one vector. The plain
// kernel looks at the pixels of one window. Windows have any symmetric form. A second kernel makes differences of two
// results.
//
// Samples are compared as keys (key_segments.clh). Neighbouring segments share what they load through the cache. The
// window is a list of rows: how far each reaches to the left and right. INVERTED_KEYS inverts the keys, so that a
// dilation becomes an erosion. The grid has a work-item for each segment of each row, and any window will do; square
// windows have faster forms (window_maximum, strips.cl). Beyond the edge the edge pixel repeats. It is in every window
// that reaches there, so that it changes nothing.
#include "windows/key_segments.clh"
#include "morphology/gain.clh"

// halves: of each of the 2 radius + 1 rows, how far the window reaches to the left and right.
KERNEL void morphology_extreme(global const pixel_t* src, global pixel_t* dst, constant int* halves, int width,
                               int height, int radius) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    keys_t found = bordered_keys(src, x, y, width, height);
    for (int j = -radius; j <= radius; ++j) {
        const int reach = halves[j + radius];
        for (int i = -reach; i <= reach; ++i) found = greatest(found, bordered_keys(src, x + i, y + j, width, height));
    }
    store_inside(samples_of(found), src, dst, x, y, width);
}

// The segment at column x of a row, which is not negative.
INLINE samples_t segment_of_row(global const pixel_t* row, int x, int width) {
    if (x + SEGMENT_PIXELS <= width) return load_segment((global const sample_t*)(row + x));
    return bordered_segment(row, x, width);
}

// The difference of two results, times the gain, with the alpha of the source.
KERNEL void morphology_difference(global const pixel_t* src, global const pixel_t* greater, global const pixel_t* less,
                                  global pixel_t* dst, int width, int height, int gain) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t row = (size_t)y * width;
    const samples_t difference = segment_of_row(greater + row, x, width) - segment_of_row(less + row, x, width);
    store_inside(with_gain(difference, gain), src, dst, x, y, width);
}
