// box for small windows of 8-bit samples on GPUs, by blocks of packed samples in registers (box_blocks.clh).
//
// A work-item makes the means of a block of pixels: PIXELS neighbouring ones of several rows. It loads the rows that
// their windows cover as words, and adds up two samples at a time. Sums slide down the columns and along the rows, as
// in running_sum.cl (McDonnell 1981). Nothing goes through local memory, and there is no barrier. That is why it beats
// columns.cl as long as the registers hold a window. The variant `columns` takes it for such windows; the tuning
// parameter `most-in-registers` is the limit. The grid has a work-item for each block; box_blocks.clh explains the
// defines.
#include "prelude/prelude.clh"
#include "scans/box_blocks.clh"

KERNEL void box_blocks(global const pixel_t* src, global out_pixel_t* dst, int width, int height) {
    make_block(src, dst, width, height, (uint2)(0));
}
