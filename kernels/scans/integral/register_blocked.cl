// integral with blocks of registers: workgroups walk along whole lines, and each work-item scans its own BLOCK quads of
// samples, 4 along rows and 8 down columns. Only their totals are exchanged, by shuffles in an NVIDIA warp, else in
// local memory (Merrill and Grimshaw 2009). So many work-items share a line, which the plain kernel leaves to one, with
// few barriers. One launch sums along the rows. Another sums these sums along the columns, in place, or along the rows
// of their transpose (transpose.cl).
//
// Neighbours read neighbouring quads. A workgroup has local_size(1) rows, or the columns of local_size(0) quads, from
// end to end (blocked_sums.clh). look_back.cl needs one launch, but more registers, so that this one wins for large
// RGBA images. Local memory: `totals` is one pixel per sub-group, or two per work-item without sub-groups; `sums` is
// two quads per work-item.
#include "scans/blocked_sums.clh"

KERNEL void integral_blocked_rows(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                  local out_pixel_t* totals RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_rows(src, dst, samples, rows, totals, &recorder);
    end_recording(&recorder);
}

KERNEL void integral_blocked_columns(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                     local quad_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_columns(src, dst, samples, rows, sums, &recorder);
    end_recording(&recorder);
}
