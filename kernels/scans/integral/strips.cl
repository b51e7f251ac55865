// integral for CPUs: each work-item sums a strip of rows in vectors, along both axes at once. The plain kernels pass
// over the image twice, sample by sample. The row of the integral image above a strip, and the sums down to each row,
// stay in the cache (strip_sums.clh).
//
// One launch sums the columns of each strip. From these sums, each strip of integers makes the row above it itself: it
// adds up the strips before it, which costs less than a launch of one work-item. Small images need a single launch, in
// which a strip sums all the rows above it. Floats would round differently: one work-item adds the strips in sequence,
// and keeps the rounding errors while it adds. Workgroups may have any size. Summed-area tables are those of Crow
// (1984).
#include "scans/strip_sums.clh"

// Columns are summed in vectors of 16 samples, ROWS_AT_ONCE rows at a time. So the sums in memory are read and written
// once for four rows. Four rows of gray 8-bit samples are added in 16-bit elements before they are widened.
enum { ROWS_AT_ONCE = 4 };

// The sums of each column over rows `first` to `end`, into the row `to`.
INLINE void sum_columns(global const sample_t* src, global out_sample_t* to, int samples, int first, int end) {
    for (int y = first; y < end; y += ROWS_AT_ONCE) {
        const bool is_first = y == first;
        const int rows = min((int)ROWS_AT_ONCE, end - y);
        int i = 0;
        for (; rows == ROWS_AT_ONCE && i + 16 <= samples; i += 16) {
            part_t part = convert_part(load_16(src + y * samples + i));
            UNROLL_FOR (int r = 1; r < ROWS_AT_ONCE; ++r) part += convert_part(load_16(src + (y + r) * samples + i));
            const sums_t sum = is_first ? (sums_t)(0) : load_16(to + i);
            store_16(sum + convert_sums_16(part), to + i);
        }
        for (; i < samples; ++i) {
            out_sample_t sum = is_first ? (out_sample_t)0 : to[i];
            for (int r = 0; r < rows; ++r) sum += (out_sample_t)src[(y + r) * samples + i];
            to[i] = sum;
        }
    }
}

// The integral image's row above a strip, from the column sums of the `strips` before it. Integers only.
INLINE void sum_above(global const out_sample_t* columns, global out_sample_t* above, int samples, int strips) {
    out_sample_t left[4] = {0, 0, 0, 0};
    sums_t carry = (sums_t)(0);
    int i = 0;
    for (; i + 16 <= samples; i += 16) {
        sums_t sums = (sums_t)(0);
        for (int strip = 0; strip < strips; ++strip) sums += load_16(columns + strip * samples + i);
        sums = carry + prefix_sums(sums);
        carry = last_of(sums);
        store_16(sums, above + i);
    }
    vstore4(carry.s0123, 0, left);
    for (; i < samples; ++i) {
        for (int strip = 0; strip < strips; ++strip) left[i % SRC_CHANNELS] += columns[strip * samples + i];
        above[i] = left[i % SRC_CHANNELS];
    }
}

// The sums of the columns of each strip, a row for each strip.
KERNEL void integral_strip_columns(global const sample_t* src, global out_sample_t* sums, int samples, int rows,
                                   int strip_rows) {
    const int strip = get_global_id(0);
    sum_columns(src, sums + strip * samples, samples, strip * strip_rows, min((strip + 1) * strip_rows, rows));
}

#if DST_IS_FLOAT
// The integral image's row above each strip but the first, from the sums of the strips' columns. One work-item.
KERNEL void integral_strip_tops(global const sample_t* sums, global out_sample_t* tops, global out_sample_t* above,
                                global out_sample_t* lost, int samples, int strips) {
    clear(above, samples);
    sum_strip(sums, tops + samples, above, lost, samples, strips - 1, samples, strips, 0);
}

KERNEL void integral_strips(global const sample_t* src, global out_sample_t* dst, global out_sample_t* above,
                            global out_sample_t* lost, int samples, int rows, int strip_rows RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    if (get_global_id(0) == 0) clear(above, samples);
    sum_strip(src, dst, above, lost, samples, rows, samples, strip_rows, &recorder);
    end_recording(&recorder);
}
#else
// `above` is a row of memory for each strip, which its work-item fills first.
KERNEL void integral_strips_of_columns(global const sample_t* src, global out_sample_t* dst,
                                       global const out_sample_t* columns, global out_sample_t* above, int samples,
                                       int rows, int strip_rows RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    const int strip = get_global_id(0);
    if (strip * strip_rows < rows) sum_above(columns, above + strip * samples, samples, strip);
    sum_strip(src, dst, above, above, samples, rows, samples, strip_rows, &recorder);
    end_recording(&recorder);
}

// The same for small images, without an earlier launch.
KERNEL void integral_strips_alone(global const sample_t* src, global out_sample_t* dst, global out_sample_t* above,
                                  int samples, int rows, int strip_rows RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    const int strip = get_global_id(0), first = strip * strip_rows;
    global out_sample_t* const own = above + strip * samples;
    if (first < rows) {
        sum_columns(src, own, samples, 0, first);
        sum_above(own, own, samples, min(strip, 1));
    }
    sum_strip(src, dst, above, above, samples, rows, samples, strip_rows, &recorder);
    end_recording(&recorder);
}
#endif
