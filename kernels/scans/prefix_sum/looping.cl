// prefix-sum with SCAN_EACH (16) pixels per work-item: a work-item sums its own pixels in registers, and only these
// sums are scanned in local memory, as in hillis_steele.cl. So a workgroup shares a line that the plain kernel leaves
// to one work-item, and a barrier serves more pixels.
//
// The price is that along rows, neighbouring work-items read pixels that are far apart; register_blocked.cl avoids
// this. `sums` is local memory of two pixels per work-item (line_sums.clh). No device chooses it by itself.
#include "scans/line_sums.clh"

KERNEL void prefix_sum_looping(global const pixel_t* src, global out_pixel_t* dst, int count, int pixel_step, int lines,
                               int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_lines(src, dst, count, pixel_step, lines, line_step, sums, HILLIS_STEELE, &recorder);
    end_recording(&recorder);
}
