// integral, inclusive sums along rows, then columns, by the scan of Hillis and Steele (Data parallel algorithms, 1986).
//
// A workgroup walks along its lines in chunks of one pixel per work-item (line_sums.clh). In each of log2(n) steps a
// work-item adds the sum that stands before its own, twice as far as in the last step. This takes n log2(n) additions
// in local memory (hillis_steele_scan.clh). The total of a chunk is carried to the next. One launch sums along the
// rows. Another sums these sums along the columns, in place, or along the rows of their transpose (transpose.cl).
// `sums` is local memory of two pixels per work-item. Pixel p of line l is at p * step + l * line_step. There is one
// workgroup per row, and one for each SCAN_LINES columns. It is here for comparison: no device chooses it by itself.
#include "prelude/prelude.clh"
#include "scans/line_sums.clh"

// RECORD_PARAMETER adds a buffer in programs that record, and nothing in others (recording.clh).
KERNEL void integral_hillis_steele(global const pixel_t* src, global out_pixel_t* dst, int count, int step, int lines,
                                   int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_lines(src, dst, count, step, lines, line_step, sums, HILLIS_STEELE, &recorder);
    end_recording(&recorder);
}
