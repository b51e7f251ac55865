// prefix-sum, inclusive, by workgroups that walk along whole lines, with several quads of samples in registers
// (blocked_sums.clh).
//
// Each work-item scans its own BLOCK quads: 4 along rows, 8 down columns. Only their totals are exchanged: by shuffles
// in an NVIDIA warp, else in local memory (Merrill and Grimshaw 2009). Barriers are thus few, and neighbours read
// neighbouring quads. Along rows, each row of the workgroup takes a row of the image. Down columns, neighbouring
// work-items take neighbouring quads, and the rows of the workgroup stand one below the other. There is a workgroup for
// each local_size(1) rows, or for each local_size(0) quads of columns. Where these are too few to keep a device busy,
// look_back.cl divides the lines. Local memory: `totals` is one pixel per sub-group, or two per work-item without
// sub-groups; `sums` is two quads per work-item.
#include "prelude/prelude.clh"
#include "scans/blocked_sums.clh"

// RECORD_PARAMETER adds a buffer in programs that record, and nothing in others (recording.clh).
KERNEL void prefix_sum_blocked_rows(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                    local out_pixel_t* totals RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_rows(src, dst, samples, rows, totals, &recorder);
    end_recording(&recorder);
}

KERNEL void prefix_sum_blocked_columns(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                       local quad_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_columns(src, dst, samples, rows, sums, &recorder);
    end_recording(&recorder);
}
