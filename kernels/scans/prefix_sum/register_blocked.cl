// prefix-sum by workgroups that walk along whole lines, with several quads of samples in registers (blocked_sums.clh).
//
// Each work-item scans its own quads, and only their totals are exchanged: by shuffles in an NVIDIA warp, else in local
// memory (Merrill and Grimshaw 2009). Along rows, each row of the workgroup takes a row of the image. Down columns,
// neighbouring work-items take neighbouring quads, and the rows of the workgroup stand one below the other. Local
// memory: `totals` is one pixel per sub-group, or two per work-item without sub-groups; `sums` is two quads per
// work-item.
#include "prelude/prelude.clh"
#include "scans/blocked_sums.clh"

KERNEL void prefix_sum_blocked_rows(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                    local out_pixel_t* totals RECORD_PARAMETER) {
    RECORD_GROUP(group_number())
    sum_rows(src, dst, samples, rows, totals RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

KERNEL void prefix_sum_blocked_columns(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                       local quad_t* sums RECORD_PARAMETER) {
    RECORD_GROUP(group_number())
    sum_columns(src, dst, samples, rows, sums RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
