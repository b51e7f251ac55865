// integral, inclusive sums along rows, then columns, by the scan of Blelloch (Prefix sums and their applications,
// 1990).
//
// A workgroup walks along its lines in chunks of one pixel per work-item (line_sums.clh). In local memory it walks up a
// tree of sums and down again (blelloch_scan.clh). That takes twice as many steps as the scan of Hillis and Steele, but
// only 2 n additions. The workgroup must be a power of two. The total of a chunk is carried to the next. One launch
// sums along the rows. Another sums these sums along the columns, in place, or along the rows of their transpose
// (transpose.cl). `sums` is local memory of one pixel per work-item. Pixel p of line l is at p * step + l * line_step.
// There is one workgroup per row, and one for each SCAN_LINES columns. It is here for comparison: no device chooses it
// by itself.
#include "prelude/prelude.clh"
#include "scans/line_sums.clh"

// RECORD_PARAMETER adds a buffer in programs that record, and nothing in others (recording.clh).
KERNEL void integral_blelloch(global const pixel_t* src, global out_pixel_t* dst, int count, int step, int lines,
                              int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_lines(src, dst, count, step, lines, line_step, sums, BLELLOCH, &recorder);
    end_recording(&recorder);
}
