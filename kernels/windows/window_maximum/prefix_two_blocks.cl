// Window extremes in log steps from local memory over two blocks, so that every work-item has a result: about 4 log2(K)
// comparisons a pixel. The plain kernel has K x K.
//
// K is the side of the square window. A line of work-items loads its block of samples and the next one into local
// memory (lines.clh), two samples for each work-item. Each step doubles the reach of the maximum that stands at each
// place of both blocks (Hillis and Steele 1986). So all results of a block are valid, unlike those of prefix.cl, but
// each step does twice the work. Which of both is faster depends on the window and on the length of the lines.
#include "windows/window_maximum/lines.clh"

KERNEL void window_maximum_two_blocks_rows(global const pixel_t* src, global sort_key_t* rows, int width, int height,
                                           local sort_key_t* tile) {
    const line_t line = line_along(ROWS, 2);
    load_row(src, line, width, height, tile + line.first);
    store_in_row(rows, line, width, height, doubled_maximum(line, tile + line.first));
}

KERNEL void window_maximum_two_blocks_columns(global const pixel_t* src, global const sort_key_t* rows,
                                              global pixel_t* dst, int width, int height, float threshold,
                                              local sort_key_t* tile) {
    const line_t line = line_along(COLUMNS, 2);
    load_column(rows, line, width, height, tile + line.first);
    const sort_key_t found = doubled_maximum(line, tile + line.first);
    store_in_column(src, dst, line, width, height, found, threshold);
}
