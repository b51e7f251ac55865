// Adaptive threshold in one kernel: a work-item makes the means of a block of windows in registers, whose sums slide,
// and compares the samples with them. The plain kernel sums k x k samples for each pixel.
//
// It is for 8-bit samples and boxes of up to 11 x 11 on GPUs; mean_and_segments.cl serves everything else.
// box_blocks.clh sums the windows of a block of pixels in registers, without local memory, and hands over four means as
// one word. The comparison stays within words, too: the samples with even and odd places are 16 bits apart, so that one
// addition and one subtraction compare two of them. The means thus never go through global memory, which is why it is
// twice as fast as mean_and_segments.cl. The grid is two-dimensional, with a work-item for each block. A gray block has
// PIXELS x PAIR_ROWS packed pairs of two pixels, and an RGBA block PIXELS x PAIR_ROWS pixels. `offset` is the constant
// C. With `inverted` the samples above their threshold become black.

// For two samples 16 bits apart: bit 14 tells whether sample - mean + offset is above 0. bias: the offset, and what
// brings that about, in both halves.
INLINE uint are_above(uint samples, uint means, uint bias) {
    return (samples & 0x00ff00ffu) + bias - (means & 0x00ff00ffu);
}

// limits: the bias, and the bits that are exchanged in the result.
INLINE uint compared_words(uint means, uint samples, uint2 limits) {
    const uint even = are_above(samples, means, limits.x), odd = are_above(samples >> 8, means >> 8, limits.x);
    return ((even >> 14 & 0x00010001u) | (odd >> 6 & 0x01000100u)) * 255u ^ limits.y;
}
// The function that finishes the means of box_blocks.clh.
#define FINISHED_MEANS compared_words
#include "scans/box_blocks.clh"

KERNEL void adaptive_threshold_blocks(global const pixel_t* src, global out_pixel_t* dst, int width, int height,
                                      int offset, int inverted) {
    const uint2 limits = (uint2)((uint)(0x4000 + offset - 1) * 0x00010001u, (uint)-inverted);
    make_block(src, dst, width, height, limits);
}
