// The median for CPUs: a work-item walks down a strip and keeps its columns sorted in local memory, its nearest cache,
// as vectors (after Adams 2021). So a column is sorted once for the K windows that contain it, where the plain kernel
// sorts every window.
//
// For each row, a work-item sorts the K samples of every column, in segments of neighbouring columns. The sorted
// columns are K lines in local memory (key_lines.clh), which stay in the nearest caches. Small windows sort the columns
// of two rows at once, which have all but one sample in common. Each segment of pixels then loads the K sorted columns
// around it and merges them, as vectors (sorted_columns.clh). So a column is sorted once for the K windows that contain
// it. A workgroup has one work-item by default. Defines: those of key_lines.clh, with K, the side of the square window;
// STREAMING_STORES (key_segments.clh); and ROWS_AT_ONCE, 2 up to K = 5.
#include "windows/key_lines.clh"
#include "windows/median/sorted_columns.clh"

enum { ROWS_SEEN = K + ROWS_AT_ONCE - 1 };

INLINE keys_t middle_of(keys_t a, keys_t b, keys_t c) { return greatest(least(a, b), least(greatest(a, b), c)); }

INLINE keys_t median_of_columns(keys_t columns[K][K]) {
    if (K == 3) {
        // The median of nine is the middle one of three: the greatest minimum of the columns, the middle of their
        // middles, and their least maximum (Smith 1996).
        const keys_t low = greatest(greatest(columns[0][0], columns[1][0]), columns[2][0]);
        const keys_t high = least(least(columns[0][2], columns[1][2]), columns[2][2]);
        return middle_of(low, middle_of(columns[0][1], columns[1][1], columns[2][1]), high);
    }
    keys_t pairs[K / 2][PAIRED], middle[K + 1];
    UNROLL_FOR (int p = 0; p < K / 2; ++p) pair_columns(columns[2 * p], columns[2 * p + 1], pairs[p]);
    middle_of_pairs(pairs[0], middle);
    return median_with(middle, columns[K - 1]);
}

// Sorts the columns of ROWS_AT_ONCE rows: those of the first, then those of the second.
INLINE void sort_columns(const keys_t* rows, keys_t* sorted) {
    if (ROWS_AT_ONCE == 2) {
        keys_t shared[K - 1];
        UNROLL_FOR (int j = 0; j < K - 1; ++j) shared[j] = rows[j + 1];
        sort_shared(shared);
        insert(shared, rows[0], sorted);
        insert(shared, rows[K], sorted + K);
    } else {
        UNROLL_FOR (int j = 0; j < K; ++j) sorted[j] = rows[j];
        sort_column(sorted);
    }
}

// Stores the sorted columns of a segment. is_whole: the segment ends inside of the image, as all segments do in strips
// that cover at least a segment.
INLINE void sort_segment(global const pixel_t* const* rows, int x, bool is_whole, strip_t strip,
                         local sample_key_t* lines) {
    keys_t seen[ROWS_SEEN], sorted[LINES];
    UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j)
        seen[j] = keys_of(is_whole ? load_segment((global const sample_t*)(rows[j] + x))
                                   : bordered_segment(rows[j], x, strip.width));
    sort_columns(seen, sorted);
    UNROLL_FOR (int j = 0; j < LINES; ++j) store_segment(sorted[j], lines + j * LINE_KEYS + place_in_line(strip, x));
}

INLINE void fill_lines(global const pixel_t* src, int y, strip_t strip, local sample_key_t* lines) {
    global const pixel_t* rows[ROWS_SEEN];
    UNROLL_FOR (int j = 0; j < ROWS_SEEN; ++j) rows[j] = clamped_row(src, y + j - RADIUS, strip.width, strip.height);
    const int first = first_column(strip), end = end_column(strip);
    int x = first;
    for (; x + SEGMENT_PIXELS <= end; x += SEGMENT_PIXELS) sort_segment(rows, x, true, strip, lines);
    if (end - first < SEGMENT_PIXELS)
        sort_segment(rows, first, false, strip, lines);
    else if (x < end)
        sort_segment(rows, end - SEGMENT_PIXELS, true, strip, lines);
    UNROLL_FOR (int j = 0; j < LINES; ++j) repeat_edges(lines + j * LINE_KEYS, strip);
}

// The medians of a segment, whose first window begins at `from` in the lines of its row.
INLINE keys_t median_at(local const sample_key_t* from) {
    keys_t columns[K][K];
    UNROLL_FOR (int i = 0; i < K; ++i) {
        UNROLL_FOR (int j = 0; j < K; ++j) columns[i][j] = load_segment(from + j * LINE_KEYS + i * SRC_CHANNELS);
    }
    return median_of_columns(columns);
}

// Computes the segment at (x, y). `line`: the first of the K lines of the row's sorted columns.
INLINE void compute_segment(global const pixel_t* src, global pixel_t* dst, int x, int y, strip_t strip,
                            local const sample_key_t* line) {
    const keys_t found = median_at(line + (x - strip.left) * SRC_CHANNELS);
    store_inside(samples_of(found), src, dst, x, y, strip.width);
}

// Computes row y of the strip. The last segment begins earlier, so that it ends where the strip does.
INLINE void compute_row(global const pixel_t* src, global pixel_t* dst, int y, strip_t strip,
                        local const sample_key_t* line) {
    global const pixel_t* ahead = src + min(y + RADIUS + ROWS_AT_ONCE, strip.height - 1) * strip.width;
    int x = strip.left;
    for (; x + SEGMENT_PIXELS <= strip.right; x += SEGMENT_PIXELS) {
        prefetch_line(ahead + x);
        compute_segment(src, dst, x, y, strip, line);
    }
    if (x < strip.right) compute_segment(src, dst, max(strip.right - SEGMENT_PIXELS, strip.left), y, strip, line);
}

KERNEL void median_strips(global const pixel_t* src, global pixel_t* dst, int width, int height, int strip_rows,
                          local sample_key_t* lines) {
    const strip_t strip = own_strip(strip_rows, width, height);
    lines = own_lines(lines);
    if (strip.left >= width) return;
    for (int y = strip.top; y < strip.bottom; y += ROWS_AT_ONCE) {
        fill_lines(src, y, strip, lines);
        for (int row = y; row < min(y + ROWS_AT_ONCE, strip.bottom); ++row)
            compute_row(src, dst, row, strip, lines + (row - y) * K * LINE_KEYS);
    }
}
