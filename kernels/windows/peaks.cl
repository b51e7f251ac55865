// peaks: full scale where the sample equals the maximum of its window of K x K and reaches the threshold, which is in
// the sample's units. Borders replicate. Its defines give a build the kernels of one kind of variant.

// Samples or vectors of them; NaN equals nothing.
#define FINISHED(type, source, most)                                                                                   \
    ((((source) == (most)) & ((source) >= (type)((SRC_TYPE)threshold))) ? (type)(DST_MAX) : (type)(0))

#if defined(CELL_ROWS)
#include "maximum_blocks.clh"
KERNEL void peaks_blocks(global const SRC_TYPE* src, global const SRC_TYPE* from, global SRC_TYPE* dst, int width,
                         int height, float threshold) {
    maximum_blocks(src, from, dst, width, height, threshold);
}
#elif defined(LANES)
#include "maximum_strips.clh"
KERNEL void peaks_strips(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, float threshold,
                         local KEY* lines) {
    maximum_strips(src, dst, width, height, threshold, lines);
}
#elif defined(K) || defined(ANY_K)
#include "window_maximum.clh"
#ifndef ANY_K
KERNEL void peaks_local_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                             local ORDER* tile) {
    plain_rows(src, rows, width, height, tile);
}
KERNEL void peaks_local_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst, int width,
                                int height, float threshold, local ORDER* tile) {
    plain_columns(src, rows, dst, width, height, threshold, tile);
}
KERNEL void peaks_prefix_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                              local ORDER* tile) {
    prefix_rows(src, rows, width, height, tile);
}
KERNEL void peaks_prefix_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst,
                                 int width, int height, float threshold, local ORDER* tile) {
    prefix_columns(src, rows, dst, width, height, threshold, tile);
}
KERNEL void peaks_two_blocks_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                                  local ORDER* tile) {
    two_blocks_rows(src, rows, width, height, tile);
}
KERNEL void peaks_two_blocks_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst,
                                     int width, int height, float threshold, local ORDER* tile) {
    two_blocks_columns(src, rows, dst, width, height, threshold, tile);
}
#endif
KERNEL void peaks_herk_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height, int window) {
    herk_rows(src, rows, width, height, window);
}
KERNEL void peaks_herk_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst, int width,
                               int height, float threshold, int window) {
    herk_columns(src, rows, dst, width, height, threshold, window);
}
#else
#if SRC_CHANNELS == 4
#define IS_PEAK(found) ((found).x != 0 || (found).y != 0 || (found).z != 0)
#else
#define IS_PEAK(found) ((found) != 0)
#endif

// Few samples reach the threshold, and of those that do most meet a greater one soon: the rows next to the pixel come
// first, and the search ends with the row after which no channel can be a peak.
// The window always holds the edge sample that would repeat beyond the edge, so it may as well end there.
KERNEL void peaks_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius,
                         float threshold) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const SRC_PIXEL pixel = src[y * width + x];
    DST_PIXEL found = FINISHED(DST_PIXEL, pixel, pixel); // of a window of one pixel
    ORDER most = ORDER_OF(pixel);
    // Rows y, y - 1, y + 1, y - 2 and so on.
    for (int n = 0; n <= 2 * radius && IS_PEAK(found); ++n) {
        const int row = y + (n % 2 ? -(n + 1) / 2 : n / 2);
        if (row < 0 || row >= height) continue;
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i)
            most = max(most, ORDER_OF(src[row * width + i]));
        const SRC_PIXEL maximum = PIXEL_OF(most);
        found = FINISHED(DST_PIXEL, pixel, maximum);
    }
    dst[y * width + x] = WITH_ALPHA_OF(pixel, found);
}
#endif
