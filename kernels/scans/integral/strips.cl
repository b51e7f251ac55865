// integral, inclusive, for CPUs: strips of rows are summed in vectors, in both directions at once (strip_sums.clh).
//
// A strip needs the row of the integral image above it. One launch sums the columns of each strip. From these sums,
// each strip of integers makes the row above it itself: it adds up the strips before it, which costs less than a launch
// of one work-item. Small images need a single launch, in which a strip sums all the rows above it. Floats would round
// differently: one work-item adds the strips in sequence, and keeps the rounding errors for the next launch. Each
// work-item has a strip of its own, of strip_rows rows, so that workgroups may have any size. The result is written
// once, in the same pass that sums along both axes. Summed-area tables are those of Crow (1984).
#include "prelude/prelude.clh"
#include "scans/integral/strip_columns.clh"
#include "scans/strip_sums.clh"

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

// RECORD_PARAMETER adds a buffer in programs that record, and nothing in others (recording.clh).
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
