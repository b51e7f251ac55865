// prefix-sum by the scan of Hillis and Steele (Data parallel algorithms, 1986), with one pixel per work-item.
//
// A workgroup walks along its lines, which are rows or columns, in chunks of one pixel per work-item. In log2(n) steps
// each work-item adds the sum that stands twice as far before its own as in the last step. This takes n log2(n)
// additions (hillis_steele_scan.clh). The total of a chunk is carried to the next (line_sums.clh). `sums` is local
// memory of two pixels per work-item. Pixel p of line l is at p * step + l * line_step.
#include "prelude/prelude.clh"
#include "scans/line_sums.clh"

KERNEL void prefix_sum_hillis_steele(global const pixel_t* src, global out_pixel_t* dst, int count, int step, int lines,
                                     int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    RECORD_GROUP(group_number())
    sum_lines(src, dst, count, step, lines, line_step, sums, false RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
