// box on GPUs in one pass: a work-item slides down a band of rows with the sums of SEGMENT_PIXELS neighbouring columns
// in registers. At the beginning of its band it sums a whole window of rows. From then on a pixel costs one row that
// enters and one that leaves. The plain kernel reads k x k samples for it.
//
// A workgroup is a line of ITEMS work-items, side by side. For every row of the band each work-item puts the sums of
// its columns into local memory. After a barrier it adds up the columns of its pixels' windows. These reach at most
// HALO segments to either side. So the first and the last HALO work-items store nothing and only help the others. Two
// sets of shared sums alternate, so that no second barrier is needed; each holds ROWS rows. The segments of the next
// rows are loaded before the barrier, which hides their latency. The method is McDonnell's (Box-filtering techniques,
// 1981).
//
// Integers and floats share different sums: whole_columns.clh and float_columns.clh. core/filters/scans/box.cpp sets
// the defines: RADIUS, at least 1 and a constant, so that all offsets are constants; SEGMENT_BITS, the base-2 logarithm
// of SEGMENT_PIXELS; ITEMS, more than 2 HALO; ROWS, 1 or 2; PACKED, see whole_columns.clh; LANES, ALIGNED,
// UNALIGNED_WORDS and PACKED_16, see unaligned_segments.clh; BORDER; and for integers HALF_COUNT, RECIPROCAL and SHIFT,
// which turn sums into means. `band` is 16 to 128 rows, a multiple of ROWS, and more for larger windows.
#include "prelude/unaligned_segments.clh"
#include "scans/box/window_sums.clh"

enum { HALO = (RADIUS + SEGMENT_PIXELS - 1) / SEGMENT_PIXELS, COUNT = (2 * RADIUS + 1) * (2 * RADIUS + 1) };

// The position of a work-item's segment.
typedef struct {
    int x, width, height;
    bool needs_no_border; // the segment, the rows of its band's windows included, is in the image
    bool has_columns;     // all of its columns are in the image
    bool is_seen;         // by some window
} place_t;

// The segment in row y. Segments that no window covers are zeros, so that no time goes into border lookups for them.
INLINE SEGMENT_VECTOR row_segment(global const pixel_t* src, place_t at, int y, bool needs_no_border) {
    if (needs_no_border) return vector_inside(src + (size_t)y * at.width + at.x);
    const int row = border_index(y, at.height);
    if (!at.is_seen) return (SEGMENT_VECTOR)(0);
    // The last row may lack the word after the segment, which unaligned loads need (are_segments_inside in
    // unaligned_segments.clh).
    if (at.has_columns && is_inside(row) && row + 1 < at.height + ALIGNED)
        return vector_inside(src + (size_t)row * at.width + at.x);
    return as_segment_vector(segment_anywhere(src, at.x, row, at.width));
}

#if SRC_IS_FLOAT
#include "scans/box/float_columns.clh"
#else
#include "scans/box/whole_columns.clh"
#endif

// The segment `down` rows below row y, whose segment is at `own_segment`. Integers advance a pointer, which saves
// products. Floats were faster recomputing the address.
INLINE SEGMENT_VECTOR segment_below(global const pixel_t* src, global const pixel_t* own_segment, place_t at, int y,
                                    int down) {
    if (SRC_IS_FLOAT) return row_segment(src, at, y + down, true);
    return vector_inside(own_segment + down * at.width);
}

// The segments that leave and enter when the windows of rows y to y + ROWS - 1 each slide down by one row.
INLINE void load_next_rows(SEGMENT_VECTOR* leaving, SEGMENT_VECTOR* entering, global const pixel_t* src,
                           global const pixel_t* own_segment, place_t at, int y) {
    if (at.needs_no_border) {
        UNROLL_FOR (int r = 0; r < ROWS; ++r) leaving[r] = segment_below(src, own_segment, at, y, r - RADIUS);
        UNROLL_FOR (int r = 0; r < ROWS; ++r) entering[r] = segment_below(src, own_segment, at, y, r + 1 + RADIUS);
    } else {
        UNROLL_FOR (int r = 0; r < ROWS; ++r) leaving[r] = row_segment(src, at, y + r - RADIUS, false);
        UNROLL_FOR (int r = 0; r < ROWS; ++r) entering[r] = row_segment(src, at, y + r + 1 + RADIUS, false);
    }
}

enum { SHARED_PER_ROW = SHARED_PER_ITEM * ITEMS };

KERNEL void box_columns(global const pixel_t* src, global out_pixel_t* dst, int width, int height, int band) {
    local shared_t shared[2 * ROWS * SHARED_PER_ROW];
    local total_t segment_totals[2 * ROWS * ITEMS];
    const int item = get_local_id(0);
    const int x = ((int)get_group_id(0) * (ITEMS - 2 * HALO) + item - HALO) * SEGMENT_PIXELS;
    const int top = (int)get_group_id(1) * band, bottom = min(top + band, height);
    const bool stores = item >= HALO && item < ITEMS - HALO && x < width;
    const place_t at = {x,
                        width,
                        height,
                        are_segments_inside(x, x + SEGMENT_PIXELS, top - RADIUS, bottom + 1 + RADIUS, width, height),
                        x >= 0 && x + SEGMENT_PIXELS <= width,
                        x + SEGMENT_PIXELS + RADIUS > 0 && x < width + RADIUS};
    columns_t sums;
    SEGMENT_VECTOR leaving[ROWS], entering[ROWS];
    begin_columns(&sums, src, at, top);
    global const pixel_t* segment = src + ((long)top * width + x);
    load_next_rows(leaving, entering, src, segment, at, top);
    int first_shared_row = 0;
    for (int y = top; y < bottom; y += ROWS, first_shared_row ^= ROWS) {
        local shared_t* const rows = shared + first_shared_row * SHARED_PER_ROW + item;
        local total_t* const segments = segment_totals + first_shared_row * ITEMS + item;
        UNROLL_FOR (int r = 0; r < ROWS; ++r) {
            share_columns(&sums, rows + r * SHARED_PER_ROW, segments + r * ITEMS);
            slide_columns(&sums, leaving[r], entering[r], src, at, y + r + 1);
        }
        segment += ROWS * width;
        if (y + ROWS < bottom) load_next_rows(leaving, entering, src, segment, at, y + ROWS);
        barrier(CLK_LOCAL_MEM_FENCE);
        UNROLL_FOR (int r = 0; r < ROWS; ++r) {
            if (stores && y + r < bottom) {
                total_t windows[SEGMENT_PIXELS];
                sum_windows(rows + r * SHARED_PER_ROW, segments + r * ITEMS, windows);
                put_means(windows, src, dst, x, y + r, width);
            }
        }
    }
}
