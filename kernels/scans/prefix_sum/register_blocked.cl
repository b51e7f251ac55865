// prefix-sum with blocks of registers: workgroups walk along whole lines, and each work-item scans its own BLOCK quads
// of samples, 4 along rows and 8 down columns. Only their totals are exchanged, by shuffles in an NVIDIA warp, else in
// local memory (Merrill and Grimshaw 2009). So many work-items share a line, which the plain kernel leaves to one, with
// few barriers.
//
// Neighbours read neighbouring quads. A workgroup has local_size(1) rows, or the columns of local_size(0) quads, from
// end to end (blocked_sums.clh). Where these are too few to keep a device busy, look_back.cl divides the lines. Local
// memory: `totals` is one pixel per sub-group, or two per work-item without sub-groups; `sums` is two quads per
// work-item.
#include "scans/blocked_sums.clh"

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
