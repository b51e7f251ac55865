// prefix-sum with several pixels per work-item, one after the other.
//
// A workgroup walks along its lines, which are rows or columns, in chunks of SCAN_EACH pixels per work-item. Each work-
// item sums its own pixels in registers. Only these sums are scanned, by the scan of Hillis and Steele (1986), so that
// a barrier serves more pixels (line_sums.clh). Along rows, neighbouring work-items read pixels that are far apart.
// `sums` is local memory of two pixels per work-item. Pixel p of line l is at p * step + l * line_step.
#include "prelude/prelude.clh"
#include "scans/line_sums.clh"

KERNEL void prefix_sum_looping(global const pixel_t* src, global out_pixel_t* dst, int count, int step, int lines,
                               int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    RECORD_GROUP(group_number())
    sum_lines(src, dst, count, step, lines, line_step, sums, false RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
