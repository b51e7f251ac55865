// Window extremes from local memory, one pass over rows and one over columns: 2 K comparisons a pixel and two loads
// from global memory a pass. The plain kernel has K x K comparisons, and a load for each.
//
// K is the side of the square window. A line of work-items loads its block of samples and the next one into local
// memory (lines.clh), so that every work-item has a whole window. After a barrier, each work-item reads the K samples
// of its window one by one, K - 1 comparisons a pass. Each sample is read from global memory twice a pass, and K times
// from local memory. A line must have at least K - 1 work-items. This is the plainest use of local memory, for
// comparison with the log steps of prefix_two_blocks.cl.
#include "windows/window_maximum/lines.clh"

// The maximum of the K samples from a work-item's place on, one after the other.
INLINE sort_key_t plain_maximum(line_t line, local const sort_key_t* samples) {
    local const sort_key_t* first = samples + line.place * line.step;
    sort_key_t found = first[0];
    for (int i = 1; i < K; ++i) found = max(found, first[i * line.step]);
    return found;
}

KERNEL void window_maximum_local_rows(global const pixel_t* src, global sort_key_t* rows, int width, int height,
                                      local sort_key_t* tile) {
    const line_t line = line_along(ROWS, 2);
    load_row(src, line, width, height, tile + line.first);
    store_in_row(rows, line, width, height, plain_maximum(line, tile + line.first));
}

KERNEL void window_maximum_local_columns(global const pixel_t* src, global const sort_key_t* rows, global pixel_t* dst,
                                         int width, int height, float threshold, local sort_key_t* tile) {
    const line_t line = line_along(COLUMNS, 2);
    load_column(rows, line, width, height, tile + line.first);
    store_in_column(src, dst, line, width, height, plain_maximum(line, tile + line.first), threshold);
}
