// local_maximum: of the window of K x K samples around each. Borders replicate. Its defines give a build the kernels of
// one kind of variant.

#define FINISHED(type, source, most) (most)

#if defined(CELL_ROWS)
#include "maximum_blocks.clh"
KERNEL void local_maximum_blocks(global const SRC_TYPE* src, global const SRC_TYPE* from, global SRC_TYPE* dst,
                                 int width, int height) {
    maximum_blocks(src, from, dst, width, height, 0.0f);
}
#elif defined(LANES)
#include "maximum_strips.clh"
KERNEL void local_maximum_strips(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height,
                                 local KEY* lines) {
    maximum_strips(src, dst, width, height, 0.0f, lines);
}
#elif defined(K) || defined(ANY_K)
#include "window_maximum.clh"
#ifndef ANY_K
KERNEL void local_maximum_local_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                                     local ORDER* tile) {
    plain_rows(src, rows, width, height, tile);
}
KERNEL void local_maximum_local_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst,
                                        int width, int height, local ORDER* tile) {
    plain_columns(src, rows, dst, width, height, 0.0f, tile);
}
KERNEL void local_maximum_prefix_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                                      local ORDER* tile) {
    prefix_rows(src, rows, width, height, tile);
}
KERNEL void local_maximum_prefix_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst,
                                         int width, int height, local ORDER* tile) {
    prefix_columns(src, rows, dst, width, height, 0.0f, tile);
}
KERNEL void local_maximum_two_blocks_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                                          local ORDER* tile) {
    two_blocks_rows(src, rows, width, height, tile);
}
KERNEL void local_maximum_two_blocks_columns(global const SRC_PIXEL* src, global const ORDER* rows,
                                             global DST_PIXEL* dst, int width, int height, local ORDER* tile) {
    two_blocks_columns(src, rows, dst, width, height, 0.0f, tile);
}
#endif
KERNEL void local_maximum_herk_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                                    int window) {
    herk_rows(src, rows, width, height, window);
}
KERNEL void local_maximum_herk_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst,
                                       int width, int height, int window) {
    herk_columns(src, rows, dst, width, height, 0.0f, window);
}
#else
// The window always holds the edge sample that would repeat beyond the edge, so it may as well end there.
KERNEL void local_maximum_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height,
                                 int radius) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    ORDER most = 0;
    for (int j = max(y - radius, 0); j <= min(y + radius, height - 1); ++j)
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i)
            most = max(most, ORDER_OF(src[j * width + i]));
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], PIXEL_OF(most));
}
#endif
