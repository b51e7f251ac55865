// integral: sums along rows, then, with the sums as the source, along columns. The scans are in scan.clh. Pixel p of
// line l is at p * step + l * line_step.
#include "scan.clh"

KERNEL void integral_hillis_steele(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                                   int line_step, local DST_PIXEL* sums) {
    sum_lines(src, dst, count, step, lines, line_step, sums, false);
}

KERNEL void integral_blelloch(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                              int line_step, local DST_PIXEL* sums) {
    sum_lines(src, dst, count, step, lines, line_step, sums, true);
}

// SCAN_EACH pixels of a work-item one after the other; the scan is over their sums.
KERNEL void integral_looping(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                             int line_step, local DST_PIXEL* sums) {
    sum_lines(src, dst, count, step, lines, line_step, sums, false);
}
