// Window extremes in log steps from local memory, over rows, then over columns: about 2 log2(K) comparisons a pixel, as
// in the prefix sum of Hillis and Steele (1986). The plain kernel has K x K.
//
// K is the side of the square window. A line of work-items loads one block of samples into local memory (lines.clh).
// Each step doubles the reach of the maximum that stands at each place, until two overlapping maxima make a window:
// about log2(K) comparisons. The last K - 1 work-items of a line have no whole window, so that neighbouring blocks
// overlap by as many samples. For K = 5, 12 of 16 results are valid. Lines are along the first dimension for rows, and
// along the second for columns. prefix_two_blocks.cl loads two blocks instead.
#include "windows/window_maximum/lines.clh"

KERNEL void window_maximum_prefix_rows(global const pixel_t* src, global sort_key_t* rows, int width, int height,
                                       local sort_key_t* tile) {
    const line_t line = line_along(ROWS, 1);
    load_row(src, line, width, height, tile + line.first);
    const sort_key_t found = doubled_maximum(line, tile + line.first);
    if (line.place <= line.size - K) store_in_row(rows, line, width, height, found);
}

KERNEL void window_maximum_prefix_columns(global const pixel_t* src, global const sort_key_t* rows, global pixel_t* dst,
                                          int width, int height, float threshold, local sort_key_t* tile) {
    const line_t line = line_along(COLUMNS, 1);
    load_column(rows, line, width, height, tile + line.first);
    const sort_key_t found = doubled_maximum(line, tile + line.first);
    if (line.place <= line.size - K) store_in_column(src, dst, line, width, height, found, threshold);
}
