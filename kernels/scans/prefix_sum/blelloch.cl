// prefix-sum by the scan of Blelloch (Prefix sums and their applications, 1990): a whole workgroup walks along a line
// with a pixel per work-item. The plain kernel has one work-item for it. The workgroup walks up a tree of sums in local
// memory and down again: 2 n additions in twice as many steps as hillis_steele.cl.
//
// The workgroup must be a power of two. `sums` is local memory of one pixel per work-item (line_sums.clh). It is here
// for comparison: no device chooses it by itself.
#include "scans/line_sums.clh"

KERNEL void prefix_sum_blelloch(global const pixel_t* src, global out_pixel_t* dst, int count, int pixel_step,
                                int lines, int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_lines(src, dst, count, pixel_step, lines, line_step, sums, BLELLOCH, &recorder);
    end_recording(&recorder);
}
