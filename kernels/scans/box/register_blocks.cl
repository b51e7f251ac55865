// box for small windows of 8-bit samples on GPUs: a work-item makes a block of pixels from samples that it keeps in
// registers, two in a word. So neighbouring windows share their loads and additions, which the plain kernel repeats.
//
// Sums slide down the columns and along the rows, as in running_sum.cl (McDonnell 1981). Nothing goes through local
// memory, and there is no barrier. That is why it beats columns.cl as long as the registers hold a window; the variant
// `columns` takes it for such windows, up to the tuning parameter `most-in-registers`. box_blocks.clh explains the
// defines.
#include "scans/box_blocks.clh"

KERNEL void box_blocks(global const pixel_t* src, global out_pixel_t* dst, int width, int height) {
    make_block(src, dst, width, height, (uint2)(0));
}
