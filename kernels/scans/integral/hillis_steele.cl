// integral by the scan of Hillis and Steele (Data parallel algorithms, 1986): a whole workgroup walks along a line with
// a pixel per work-item. The plain kernel has one work-item for it. In each of log2(n) steps a work-item adds a sum
// that stands before its own in local memory. Each step reaches twice as far as the last one: n log2(n) additions.
//
// `sums` is local memory of two pixels per work-item (line_sums.clh). One launch sums along the rows. Another sums
// these sums along the columns, in place, or along the rows of their transpose (transpose.cl). It is here for
// comparison: no device chooses it by itself.
#include "scans/line_sums.clh"

KERNEL void integral_hillis_steele(global const pixel_t* src, global out_pixel_t* dst, int count, int pixel_step,
                                   int lines, int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_lines(src, dst, count, pixel_step, lines, line_step, sums, HILLIS_STEELE, &recorder);
    end_recording(&recorder);
}
