// box on GPUs in one pass: a work-item slides down a segment with the sums of RUN_PIXELS neighbouring columns in
// registers.
//
// A workgroup is a line of ITEMS work-items, side by side. For every row of the image they share the sums of their
// columns in local memory. Each then adds up the columns of its pixels' windows. The first and the last HALO work-items
// only help the others. Two sets of shared sums alternate, so that no second barrier is needed; each holds ROWS rows.
// The runs of the next rows are loaded before the barrier, which hides their latency. Each segment
// starts with a whole window of rows. After that, the work per pixel hardly depends on the window's size. The method is
// McDonnell's (Box-filtering techniques, 1981).
//
// Integers and floats share different sums: whole_columns.clh and float_columns.clh. Defines: RADIUS, a constant, so
// that all offsets are constants; RUN_BITS, the logarithm of RUN_PIXELS; ITEMS, the group size; ROWS, 1 or 2; PACKED;
// those of unaligned_runs.clh; and for integers HALF_COUNT, RECIPROCAL and SHIFT, by which means are made. The host
// makes `segment` 16 to 128 rows, a multiple of ROWS, longer for larger windows: each segment first loads a whole
// window (core/filters/scans/box.cpp).
#include "prelude/prelude.clh"
#include "unaligned_runs.clh"
#include "scans/box/window_sums.clh"

enum { HALO = (RADIUS + RUN_PIXELS - 1) / RUN_PIXELS, COUNT = (2 * RADIUS + 1) * (2 * RADIUS + 1) };

// The position of a work-item's run.
typedef struct {
    int x, width, height;
    bool needs_no_border; // the run, the rows of its segment's windows included, is in the image
    bool has_columns;     // all of its columns are in the image
    bool is_seen;         // by some window
} place_t;

// The run in row y. Runs that no window covers are zeros, so that no time goes into border lookups for them.
INLINE RUN_VECTOR row_run(global const pixel_t* src, place_t at, int y, bool needs_no_border) {
    if (needs_no_border) return vector_inside(src + (size_t)y * at.width + at.x);
    const int row = border_index(y, at.height);
    if (!at.is_seen) return (RUN_VECTOR)(0);
    // The last row may lack the word after the run, which unaligned loads need (are_runs_inside in
    // unaligned_runs.clh).
    if (at.has_columns && is_inside(row) && row + 1 < at.height + ALIGNED)
        return vector_inside(src + (size_t)row * at.width + at.x);
    return as_run_vector(run_anywhere(src, at.x, row, at.width));
}

#if SRC_IS_FLOAT
#include "scans/box/float_columns.clh"
#else
#include "scans/box/whole_columns.clh"
#endif

// The run `down` rows below row y, whose run is at `own_run`. Integers advance a pointer, which saves products. Floats
// were faster recomputing the address.
INLINE RUN_VECTOR run_below(global const pixel_t* src, global const pixel_t* own_run, place_t at, int y, int down) {
    if (SRC_IS_FLOAT) return row_run(src, at, y + down, true);
    return vector_inside(own_run + down * at.width);
}

// The runs that leave and enter the windows of the next rows, below rows y to y + ROWS - 1.
INLINE void load_next_rows(RUN_VECTOR* leaving, RUN_VECTOR* entering, global const pixel_t* src,
                           global const pixel_t* own_run, place_t at, int y) {
    if (at.needs_no_border) {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) leaving[r] = run_below(src, own_run, at, y, r - RADIUS);
#pragma unroll
        for (int r = 0; r < ROWS; ++r) entering[r] = run_below(src, own_run, at, y, r + 1 + RADIUS);
    } else {
#pragma unroll
        for (int r = 0; r < ROWS; ++r) leaving[r] = row_run(src, at, y + r - RADIUS, false);
#pragma unroll
        for (int r = 0; r < ROWS; ++r) entering[r] = row_run(src, at, y + r + 1 + RADIUS, false);
    }
}

enum { SHARED_PER_ROW = SHARED_PER_ITEM * ITEMS };

KERNEL void box_columns(global const pixel_t* src, global out_pixel_t* dst, int width, int height, int segment) {
    local shared_t shared[2 * ROWS * SHARED_PER_ROW];
    local total_t run_totals[2 * ROWS * ITEMS];
    const int item = get_local_id(0);
    const int x = ((int)get_group_id(0) * (ITEMS - 2 * HALO) + item - HALO) * RUN_PIXELS;
    const int top = (int)get_group_id(1) * segment, bottom = min(top + segment, height);
    const bool stores = item >= HALO && item < ITEMS - HALO && x < width;
    const place_t at = {x,
                        width,
                        height,
                        are_runs_inside(x, x + RUN_PIXELS, top - RADIUS, bottom + 1 + RADIUS, width, height),
                        x >= 0 && x + RUN_PIXELS <= width,
                        x + RUN_PIXELS + RADIUS > 0 && x < width + RADIUS};
    columns_t sums;
    RUN_VECTOR leaving[ROWS], entering[ROWS];
    begin_columns(&sums, src, at, top);
    global const pixel_t* run = src + ((long)top * width + x);
    load_next_rows(leaving, entering, src, run, at, top);
    int first_shared_row = 0;
    for (int y = top; y < bottom; y += ROWS, first_shared_row ^= ROWS) {
        local shared_t* const rows = shared + first_shared_row * SHARED_PER_ROW + item;
        local total_t* const runs = run_totals + first_shared_row * ITEMS + item;
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            share_columns(&sums, rows + r * SHARED_PER_ROW, runs + r * ITEMS);
            slide_columns(&sums, leaving[r], entering[r], src, at, y + r + 1);
        }
        run += ROWS * width;
        if (y + ROWS < bottom) load_next_rows(leaving, entering, src, run, at, y + ROWS);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!stores) continue;
#pragma unroll
        for (int r = 0; r < ROWS; ++r) {
            if (y + r >= bottom) continue;
            total_t windows[RUN_PIXELS];
            sum_windows(rows + r * SHARED_PER_ROW, runs + r * ITEMS, windows);
            put_means(windows, src, dst, x, y + r, width);
        }
    }
}
