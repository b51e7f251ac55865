// Two chained extremes of small square windows in one pass, for CPUs: a work-item walks down a strip in vectors, and
// keeps the result of the first step in its cache. The plain kernels make two passes of K x K comparisons a pixel.
//
// Open, close, top-hat and black-hat are an erosion and a dilation, one after the other. A work-item keeps the rows of
// the first step in a ring of lines in local memory (key_lines.clh). The ring has as many as two rows of the second
// step need. So the image is read and written once, and the first step's result never goes to memory. Two rows are
// computed at a time, because their windows share most samples (extreme_rows.clh). A gradient needs both extremes of
// the source instead. It keeps four lines: minima and maxima of two rows. The grid has a work-item for each tile of
// TILE columns and strip of `strip_rows` rows.
//
// Defines: OPERATION (one of the names below), HAS_GAIN, 0 if the factor `gain` is 1, STREAMING_STORES
// (key_segments.clh), and those of key_lines.clh; K is at most 7.
#include "windows/extreme_rows.clh"

enum { OPEN, CLOSE, GRADIENT, TOP_HAT, BLACK_HAT };
enum { ERODES_FIRST = OPERATION == OPEN || OPERATION == TOP_HAT, RING_ROWS = K + 1 };

// Row y of the first step in the ring, which follows two lines of the current rows.
INLINE local sample_key_t* ring_row(local sample_key_t* lines, int y) {
    return lines + (2 + y % RING_ROWS) * LINE_KEYS;
}

// Rows y and y + 1 of the first step, for the columns that the second step's windows need.
INLINE void first_step(global const pixel_t* src, strip_t strip, int y, local sample_key_t* lines) {
    const strip_t wide = {first_column(strip), end_column(strip), strip.top, strip.bottom, strip.width, strip.height};
    global const pixel_t* rows[K + 1];
    rows_around(src, y, strip, rows);
    fill_lines(ERODES_FIRST, rows, wide, lines, lines + LINE_KEYS);
    for (int n = 0; n < 2; ++n) {
        local const sample_key_t* from = lines + n * LINE_KEYS;
        local sample_key_t* to = ring_row(lines, y + n) + place_in_line(strip, wide.left);
        const int count = (wide.right - wide.left) * SRC_CHANNELS;
        int at = 0;
        for (; at + LANES <= count; at += LANES) store_segment(along_row(ERODES_FIRST, from + at), to + at);
        if (at < count) {
            at = max(count - LANES, 0);
            store_segment(along_row(ERODES_FIRST, from + at), to + at);
        }
    }
}

// The second step down the columns, for rows y and y + 1: from the ring to the first two lines.
INLINE void second_step(strip_t strip, int y, local sample_key_t* lines) {
    local const sample_key_t* rows[K + 1];
    UNROLL_FOR (int j = 0; j <= K; ++j) rows[j] = ring_row(lines, clamp(y + j - RADIUS, 0, strip.height - 1));
    // From the lines' begin on, which may be beyond the edge. repeat_edges() overwrites that.
    for (int at = 0; at < (strip.right - strip.left + K - 1) * SRC_CHANNELS; at += LANES) {
        keys_t seen[K + 1];
        UNROLL_FOR (int j = 0; j <= K; ++j) seen[j] = load_segment(rows[j] + at);
        const row_pair_t found = extremes_down(!ERODES_FIRST, seen);
        store_segment(found.upper, lines + at);
        store_segment(found.lower, lines + LINE_KEYS + at);
    }
    repeat_edges(lines, strip);
    repeat_edges(lines + LINE_KEYS, strip);
}

// The source's extremes down the columns, for a gradient: minima of rows y and y + 1, then maxima. Both are found
// before either is stored. Otherwise the compiler loads the rows twice, because a store could have changed them.
INLINE void gradient_segment(global const pixel_t* const* rows, int x, bool is_whole, strip_t strip,
                             local sample_key_t* lines) {
    const row_pair_t minima = down_columns(true, rows, x, is_whole, strip.width);
    const row_pair_t maxima = down_columns(false, rows, x, is_whole, strip.width);
    local sample_key_t* to = lines + place_in_line(strip, x);
    store_segment(minima.upper, to);
    store_segment(minima.lower, to + LINE_KEYS);
    store_segment(maxima.upper, to + 2 * LINE_KEYS);
    store_segment(maxima.lower, to + 3 * LINE_KEYS);
}
INLINE void both_extremes(global const pixel_t* src, strip_t strip, int y, local sample_key_t* lines) {
    global const pixel_t* rows[K + 1];
    rows_around(src, y, strip, rows);
    const int first = first_column(strip), end = end_column(strip);
    int x = first;
    for (; x + SEGMENT_PIXELS <= end; x += SEGMENT_PIXELS) gradient_segment(rows, x, true, strip, lines);
    if (end - first < SEGMENT_PIXELS)
        gradient_segment(rows, first, false, strip, lines);
    else if (x < end)
        gradient_segment(rows, end - SEGMENT_PIXELS, true, strip, lines);
    for (int n = 0; n < 4; ++n) repeat_edges(lines + n * LINE_KEYS, strip);
}

// Finishes the segment at column x of a row from the lines of its columns' extremes: along the row, and with the
// source.
INLINE void finish_segment(global const pixel_t* src, global pixel_t* dst, int x, int row, strip_t strip, int gain,
                           local const sample_key_t* line) {
    local const sample_key_t* from = line + (x - strip.left) * SRC_CHANNELS;
    samples_t result = samples_of(along_row(OPERATION == GRADIENT || !ERODES_FIRST, from));
    if (OPERATION == GRADIENT) {
        result = samples_of(along_row(false, from + 2 * LINE_KEYS)) - result;
    } else if (OPERATION == TOP_HAT || OPERATION == BLACK_HAT) {
        const samples_t source = samples_of(bordered_keys(src, x, row, strip.width, strip.height));
        result = OPERATION == TOP_HAT ? source - result : result - source;
        if (HAS_GAIN) result = saturated_product(result, gain);
    }
    store_inside(result, src, dst, x, row, strip.width);
}

// Computes row y and, if it belongs to the strip, row y + 1.
INLINE void compute_rows(global const pixel_t* src, global pixel_t* dst, strip_t strip, int y, int gain,
                         local sample_key_t* lines) {
    if (OPERATION == GRADIENT) {
        both_extremes(src, strip, y, lines);
    } else {
        first_step(src, strip, y + RADIUS, lines);
        second_step(strip, y, lines);
    }
    const int reach = OPERATION == GRADIENT ? RADIUS : K - 1;
    for (int row = y; row < min(y + 2, strip.bottom); ++row) {
        global const pixel_t* ahead = src + min(row + reach + 2, strip.height - 1) * strip.width;
        local const sample_key_t* line = lines + (row - y) * LINE_KEYS;
        int x = strip.left;
        for (; x + SEGMENT_PIXELS <= strip.right; x += SEGMENT_PIXELS) {
            prefetch_line(ahead + x);
            finish_segment(src, dst, x, row, strip, gain, line);
        }
        if (x < strip.right)
            finish_segment(src, dst, max(strip.right - SEGMENT_PIXELS, strip.left), row, strip, gain, line);
    }
}

KERNEL void morphology_strips(global const pixel_t* src, global pixel_t* dst, int width, int height, int strip_rows,
                              int gain, local sample_key_t* lines) {
    const strip_t strip = own_strip(strip_rows, width, height);
    lines = own_lines(lines);
    if (strip.left >= width) return;
    if (OPERATION != GRADIENT)
        for (int y = max(strip.top - RADIUS, 0); y < strip.top + RADIUS; y += 2) first_step(src, strip, y, lines);
    for (int y = strip.top; y < strip.bottom; y += 2) compute_rows(src, dst, strip, y, gain, lines);
}
