// Window extremes for CPUs: a work-item walks down a strip in vectors of neighbouring samples, and keeps the extremes
// of columns in local memory, its nearest cache (key_lines.clh). Windows share comparisons down and along, where the
// plain kernel has K x K for each pixel.
//
// K is the side of the square window. For windows up to 7 the extremes down the columns of two rows go to two lines
// (extreme_rows.clh), and from there along the rows. There is a work-item for each tile of columns and strip of
// `strip_rows` rows. Larger windows take K rows at a time, after van Herk (1992). K lines hold the suffix maxima of the
// rows: line i has those of rows i to K - 1. One more line has the prefix maxima of the rows that follow. Each row
// combines its suffix and the prefix, and then finds the maxima along the row in log steps: segments of 2, 4, 8 and so
// on samples. All lines stay in the nearest cache, so that each sample is read from memory about once. Minima are
// compared as they are, with MINIMUM 1, without inverted keys. Defines: those of key_lines.clh, PEAKS, MINIMUM.
#include "windows/extreme_rows.clh"

enum { IS_SMALL = K <= 7, PREFIX_LINE = K, COMBINED_LINE = K + 1 };

// Stores the results of a segment from its windows' extremes.
INLINE void finish_segment(keys_t found, global const pixel_t* src, global pixel_t* dst, int x, int y, strip_t strip,
                           float threshold) {
    samples_t result = samples_of(found);
    if (PEAKS) {
        const samples_t source = samples_of(bordered_keys(src, x, y, strip.width, strip.height));
        const samples_t least_peak = (samples_t)((sample_t)threshold), peak = (samples_t)(SRC_MAX);
        result = (source == result) & (source >= least_peak) ? peak : (samples_t)(0);
    }
    store_inside(result, src, dst, x, y, strip.width);
}

// The segment at column x of a row whose columns' extremes are in `line`. `ahead` is the row to prefetch.
INLINE void small_segment(global const pixel_t* src, global pixel_t* dst, global const pixel_t* ahead, int x, int row,
                          strip_t strip, float threshold, local const sample_key_t* line) {
    prefetch_line(ahead + x);
    finish_segment(along_row(MINIMUM, line + (x - strip.left) * SRC_CHANNELS), src, dst, x, row, strip, threshold);
}

// Rows y and, if it belongs to the strip, y + 1.
INLINE void small_rows(global const pixel_t* src, global pixel_t* dst, int y, strip_t strip, float threshold,
                       local sample_key_t* lines) {
    global const pixel_t* rows[K + 1];
    rows_around(src, y, strip, rows);
    fill_lines(MINIMUM, rows, strip, lines, lines + LINE_KEYS);
    for (int row = y; row < min(y + 2, strip.bottom); ++row) {
        global const pixel_t* ahead = src + min(row + RADIUS + 2, strip.height - 1) * strip.width;
        local const sample_key_t* line = lines + (row - y) * LINE_KEYS;
        int x = strip.left;
        for (; x + SEGMENT_PIXELS <= strip.right; x += SEGMENT_PIXELS)
            small_segment(src, dst, ahead, x, row, strip, threshold, line);
        if (x < strip.right)
            small_segment(src, dst, ahead, max(strip.right - SEGMENT_PIXELS, strip.left), row, strip, threshold, line);
    }
}

// Line i of the first K becomes the extremes of rows y - K / 2 + i to y + K / 2.
INLINE void fill_suffixes(global const pixel_t* src, int y, strip_t strip, local sample_key_t* lines) {
    const int first = first_column(strip), end = end_column(strip);
    for (int i = K - 1; i >= 0; --i) {
        local sample_key_t* line = lines + i * LINE_KEYS;
        for (int next = first; next < end; next += SEGMENT_PIXELS) {
            const int x = segment_start(next, first, end), place = place_in_line(strip, x);
            keys_t found = bordered_keys(src, x, y + i - RADIUS, strip.width, strip.height);
            if (i < K - 1) found = extreme(MINIMUM, found, load_segment(line + LINE_KEYS + place));
            store_segment(found, line + place);
        }
    }
}

// Output row y + i of a block of K rows.
INLINE void large_row(global const pixel_t* src, global pixel_t* dst, int y, int i, strip_t strip, float threshold,
                      local sample_key_t* lines) {
    const int first = first_column(strip), end = end_column(strip);
    local sample_key_t* prefixes = lines + PREFIX_LINE * LINE_KEYS;
    local sample_key_t* combined = lines + COMBINED_LINE * LINE_KEYS;
    for (int next = first; next < end; next += SEGMENT_PIXELS) {
        const int x = segment_start(next, first, end), place = place_in_line(strip, x);
        keys_t found = load_segment(lines + i * LINE_KEYS + place);
        if (i > 0) {
            keys_t prefix = bordered_keys(src, x, y + i + RADIUS, strip.width, strip.height);
            if (i > 1) prefix = extreme(MINIMUM, prefix, load_segment(prefixes + place));
            store_segment(prefix, prefixes + place);
            found = extreme(MINIMUM, found, prefix);
        }
        store_segment(found, combined + place);
    }
    repeat_edges(combined, strip);

    // Each step doubles the reach of the extremes along the row; two overlapping ones make K.
    int reach = 1;
    for (; 2 * reach <= K; reach *= 2) {
        for (int at = 0; at < (strip.right - strip.left + K) * SRC_CHANNELS; at += LANES) {
            const keys_t further = load_segment(combined + at + reach * SRC_CHANNELS);
            store_segment(extreme(MINIMUM, load_segment(combined + at), further), combined + at);
        }
    }
    for (int next = strip.left; next < strip.right; next += SEGMENT_PIXELS) {
        const int x = segment_start(next, strip.left, strip.right);
        local const sample_key_t* from = combined + (x - strip.left) * SRC_CHANNELS;
        const keys_t found = extreme(MINIMUM, load_segment(from), load_segment(from + (K - reach) * SRC_CHANNELS));
        finish_segment(found, src, dst, x, y + i, strip, threshold);
    }
}

KERNEL void window_maximum_strips(global const pixel_t* src, global pixel_t* dst, int width, int height, int strip_rows,
                                  float threshold, local sample_key_t* lines) {
    const strip_t strip = own_strip(strip_rows, width, height);
    lines = own_lines(lines);
    if (strip.left >= width) return;
    if (IS_SMALL) {
        for (int y = strip.top; y < strip.bottom; y += 2) small_rows(src, dst, y, strip, threshold, lines);
    } else {
        for (int y = strip.top; y < strip.bottom; y += K) {
            fill_suffixes(src, y, strip, lines);
            for (int i = 0; i < min(K, strip.bottom - y); ++i) large_row(src, dst, y, i, strip, threshold, lines);
        }
    }
}
