// box for CPUs: a work-item makes a tile of the image row by row in vectors. The sums of its columns lie in a line of
// local memory, in the nearest cache. So a row is added once for all windows that cover it, where the plain kernel adds
// k x k samples for each pixel.
//
// How the sums move from row to row depends on the window. Small windows (IS_SMALL) add their K rows one by one. For
// larger ones, sums of integers slide down the columns and along the row (IS_RUNNING): one value enters, and one is
// subtracted. Sums of floats are never subtracted, so that they lose nothing and NaN does not spread. They are suffixes
// and prefixes of blocks of K rows (van Herk 1992).
//
// A workgroup is a single work-item, with a tile of `tile` columns and `rows` rows, and its lines fit half a
// second-level cache. Defines: K, the side of the window; LANES; IS_SMALL; IS_RUNNING; LEVELS (strip_windows.clh);
// RECIPROCAL and SHIFT for small windows of bytes. core/filters/scans/box_strips.h is the host side.
#include "scans/box/strip_columns.clh"
#include "scans/box/strip_windows.clh"

// Row y of the result, whose columns' sums are in line n.
INLINE void make_row(const tile_t* tile, int n, global out_pixel_t* dst, int y) {
    for (int x = tile->left - RADIUS; x < tile->first; ++x) fill_beyond(tile, n, x, y);
    for (int x = tile->last; x < tile->right + RADIUS; ++x) fill_beyond(tile, n, x, y);
    if (IS_RUNNING)
        store_running_means(tile, n, dst, y);
    else
        store_window_means(tile, n, dst, y);
}

// `rows` are those of a tile; for larger windows of floats, whole blocks of K.
KERNEL void box_strips(global const pixel_t* src, global out_pixel_t* dst, int width, int height, int tile, int rows,
                       int pitch, local row_sample_t* lines, local window_sum_t* sums) {
    const int left = (int)get_group_id(0) * tile, top = (int)get_group_id(1) * rows;
    const int right = min(left + tile, width), bottom = min(top + rows, height);
    // Running sums need one more column to the left.
    const tile_t own = {src,
                        width,
                        height,
                        left,
                        right,
                        max(left - RADIUS, 0),
                        min(right + RADIUS, width),
                        lines + IS_RUNNING * SRC_CHANNELS,
                        sums,
                        pitch};
    if (IS_SMALL) {
        for (int y = top; y < bottom; ++y) {
            add_rows(&own, y);
            make_row(&own, 0, dst, y);
        }
    } else if (IS_RUNNING) {
        add_many_rows(&own, top);
        make_row(&own, 0, dst, top);
        for (int y = top + 1; y < bottom; ++y) {
            move_down(&own, (y - top) & 1, y);
            make_row(&own, (y - top) & 1, dst, y);
        }
    } else {
        for (int y = top; y < bottom; ++y) {
            const int j = (y - top) % K;
            if (j == 0)
                fill_suffixes(&own, y);
            else
                join_rows(&own, y - j, j);
            make_row(&own, max(j - 1, 0), dst, y);
        }
    }
}
