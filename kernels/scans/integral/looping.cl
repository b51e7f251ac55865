// integral, inclusive sums along rows, then columns, with SCAN_EACH (16) pixels per work-item, one after the other.
//
// It is hillis_steele.cl with more pixels per work-item. A work-item sums its own pixels in registers. Only these sums
// are scanned in local memory, by the scan of Hillis and Steele (1986), so that a barrier serves more pixels
// (line_sums.clh). The price is that along rows, neighbouring work-items read pixels that are far apart;
// register_blocked.cl avoids this. One launch sums along the rows. Another sums these sums along the columns, in place,
// or along the rows of their transpose (transpose.cl). `sums` is local memory of two pixels per work-item. Pixel p of
// line l is at p * step + l * line_step. There is one workgroup per row, and one for each SCAN_LINES columns. No device
// chooses it by itself.
#include "prelude/prelude.clh"
#include "scans/line_sums.clh"

// RECORD_PARAMETER adds a buffer in programs that record, and nothing in others (recording.clh).
KERNEL void integral_looping(global const pixel_t* src, global out_pixel_t* dst, int count, int step, int lines,
                             int line_step, local out_pixel_t* sums RECORD_PARAMETER) {
    recorder_t recorder = begin_recording(RECORDING, group_number());
    sum_lines(src, dst, count, step, lines, line_step, sums, HILLIS_STEELE, &recorder);
    end_recording(&recorder);
}
