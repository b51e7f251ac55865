// transpose and rotate-90, variant "plain": each work-item moves one pixel, out(y, x) = in(x, y).
//
// Neighbouring work-items read neighbouring pixels of a row, in a few wide loads. They write pixels of one column of
// the result, each in another row, so that every write touches a cache line of its own. Turned clockwise (QUARTER_TURN
// 1), the source is read from its last row to its first. Turned counter-clockwise (2), the result is written from its
// last row to its first.

#ifndef QUARTER_TURN
#define QUARTER_TURN 0
#endif

KERNEL void transpose_plain(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int from = QUARTER_TURN == 1 ? height - 1 - y : y, to = QUARTER_TURN == 2 ? width - 1 - x : x;
    dst[(size_t)to * height + y] = src[(size_t)from * width + x];
}
