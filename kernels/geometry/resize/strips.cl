// resize on CPUs, both axes in one kernel: a work-item computes a strip of STRIP_ROWS rows of STRIP_COLUMNS samples, in
// vectors of 16, whose sums stay in the caches. The plain kernels make one pixel of one pass at a time, and write an
// image between the passes.
//
// The sums of the strip are in private memory, 16 to 64 KiB. The work-item walks down the rows of the source that the
// strip needs. It resizes each one along the row, in segments of 16 samples (row_segments.clh). It then adds it, with a
// weight, to every row of the result that takes it. So each row of a strip is resized once. Rows are on different
// pages, which the hardware does not fetch ahead, so that the kernel prefetches the row after the next.
//
// Defines: STRIP_ROWS, STRIP_COLUMNS; HIDES (weights.clh).
#include "prelude/unaligned_vectors.clh"
#include "geometry/resize/row_segments.clh"

enum { STRIP_SEGMENTS = STRIP_COLUMNS / LANES, STRIP_PIXELS = STRIP_COLUMNS / SRC_CHANNELS };

INLINE out_samples_t result_segment(segment_sum_t sum) {
#if SRC_TYPE_ID == U8
    return convert_uchar16(whole_values(sum));
#else
    return to_out_segment(sum);
#endif
}

// The axes have tables of their own (weights.clh). Along rows: the spans and weights of the columns, `column_taps`
// weights for each; the same weights in the order of row_segments.clh (tap_weights, counts, picks), in steps of `pitch`
// pixels; `taps`, the most that a column has; and which shorter way all columns take (pairs, picked). Down the columns:
// the spans and weights of the rows, `row_taps` for each.
KERNEL void resize_strips(global const pixel_t* src, global out_pixel_t* dst, global const int2* column_spans,
                          global const weight_t* column_weights, int column_taps, global const weight_t* tap_weights,
                          global const int* counts, global const uint* picks, int taps, int pairs, int picked,
                          int pitch, global const int2* row_spans, global const weight_t* row_weights, int row_taps,
                          int source_width, int source_height, int width, int height) {
    const int left = get_global_id(0) * STRIP_PIXELS, top = get_global_id(1) * STRIP_ROWS;
    if (left >= width || top >= height) return;
    const int right = min(left + STRIP_PIXELS, width), bottom = min(top + STRIP_ROWS, height);
    const resized_columns_t columns = {column_spans, column_weights, tap_weights, counts, picks,
                                       column_taps,  width,          pitch,       picked, pairs != 0};
    segment_sum_t sums[STRIP_ROWS][STRIP_SEGMENTS];
    for (int i = 0; i < STRIP_ROWS; ++i)
        for (int segment = 0; segment < STRIP_SEGMENTS; ++segment) sums[i][segment] = SUM_START;
    const size_t pixels = (size_t)source_width * source_height;
    const int2 first_span = column_spans[left], last_span = column_spans[right - 1];
    const int line_bytes = (last_span.x + last_span.y - first_span.x) * (int)sizeof(pixel_t);
    int first = top;
    for (int row = row_spans[top].x; row < row_spans[bottom - 1].x + row_spans[bottom - 1].y; ++row) {
        // Rows first..end - 1 of the result take this one.
        while (row_spans[first].x + row_spans[first].y <= row) ++first;
        int end = first;
        while (end < bottom && row_spans[end].x <= row) ++end;
        if (first == end) continue;
        global const pixel_t* const line = src + (size_t)row * source_width;
        global const pixel_t* const later = src + (size_t)min(row + 2, source_height - 1) * source_width;
        for (int i = 0; i < line_bytes + 63; i += 64) prefetch_line((global const char*)(later + first_span.x) + i);
        const bool inside = (size_t)(row + 1) * source_width + taps + 32 <= pixels;
        segment_sum_t values[STRIP_SEGMENTS];
        // Four taps are too few for a loop, and a constant number of them needs none.
        const int segments = taps == 4 ? resize_line(&columns, line, inside, 4, left, right, values)
                                       : resize_line(&columns, line, inside, taps, left, right, values);
        for (int y = first; y < end; ++y) {
            const weight_t weight = row_weights[(size_t)y * row_taps + row - row_spans[y].x];
            if (HIDES && weight == 0) continue;
#pragma unroll 4
            for (int segment = 0; segment < segments; ++segment) sums[y - top][segment] += weight * values[segment];
        }
    }
    for (int y = top; y < bottom; ++y) {
        global out_pixel_t* const to = dst + (size_t)y * width;
        for (int segment = 0, x = left; x < right; ++segment, x += SEGMENT_PIXELS) {
            const out_samples_t result = result_segment(sums[y - top][segment]);
            if (x + SEGMENT_PIXELS <= width) {
                store_segment(result, (global out_sample_t*)(to + x));
                continue;
            }
            out_sample_t rest[LANES];
            store_segment(result, rest);
            for (int i = 0; i < (width - x) * SRC_CHANNELS; ++i) ((global out_sample_t*)(to + x))[i] = rest[i];
        }
    }
}
