// Morphology in vectors: a work-item computes a segment: LANES neighbouring samples of a row, as one vector. The plain
// kernel looks at the pixels of one window. Windows have any symmetric form; difference.cl
// subtracts two results.
//
// Samples are compared as keys (key_segments.clh). Neighbouring segments share what they load through the cache. The
// window is a list of rows: how far each reaches to the left and right. INVERTED_KEYS inverts the keys, so that a
// dilation becomes an erosion. The grid has a work-item for each segment of each row, and any window will do; square
// windows have faster forms (window_maximum, strips.cl). Beyond the edge the edge pixel repeats. It is in every window
// that reaches there, so that it changes nothing.
#include "windows/key_segments.clh"

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
