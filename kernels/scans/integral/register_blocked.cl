// integral by workgroups that walk along whole lines, with several quads of samples in registers (blocked_sums.clh).
//
// One launch sums along the rows, and another sums these sums along the columns, in place. Each work-item scans its own
// quads, and only their totals are exchanged: by shuffles in an NVIDIA warp, else in local memory (Merrill and Grimshaw
// 2009). Local memory: `totals` is one pixel per sub-group, or two per work-item without sub-groups; `sums` is two
// quads per work-item.
#include "prelude/prelude.clh"
#include "scans/blocked_sums.clh"

KERNEL void integral_blocked_rows(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                  local out_pixel_t* totals RECORD_PARAMETER) {
    RECORD_GROUP(group_number())
    sum_rows(src, dst, samples, rows, totals RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

KERNEL void integral_blocked_columns(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                     local quad_t* sums RECORD_PARAMETER) {
    RECORD_GROUP(group_number())
    sum_columns(src, dst, samples, rows, sums RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
