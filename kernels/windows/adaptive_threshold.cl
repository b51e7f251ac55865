// adaptive-threshold: each sample against the mean around it. Defines: those of common.clh; with CELL_ROWS those of
// box_blocks.clh, which makes the means, else LANES.
#ifdef CELL_ROWS

// Of the samples with even or odd places in two words, 16 bits each: bit 14 where sample - mean + offset > 0. bias: the
// offset and what brings that about, in both halves.
#define ABOVE(source, mean, bias) (((source)&0x00ff00ffu) + (bias) - ((mean)&0x00ff00ffu))
// limits: the bias, and the words' exclusive or.
static inline uint compared(uint means, uint sources, uint2 limits) {
    const uint even = ABOVE(sources, means, limits.x), odd = ABOVE(sources >> 8, means >> 8, limits.x);
    return ((even >> 14 & 0x00010001u) | (odd >> 6 & 0x01000100u)) * 255u ^ limits.y;
}
#define FINISHED_MEANS(means, sources, limits) compared(means, sources, limits)
#include "box_blocks.clh"

KERNEL void adaptive_threshold_blocks(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height,
                                      int offset, int inverted) {
    make_block(src, dst, width, height, (uint2)((uint)(0x4000 + offset - 1) * 0x00010001u, (uint)-inverted));
}

#else
#include "point_runs.clh"

// Differences are a bit wider than samples.
#if SRC_TYPE_ID == 0
#define WIDER short
#else
#define WIDER int
#endif
#define WIDE(samples) PASTE(convert_, PASTE(WIDER, LANES))(samples)
static inline DST_SAMPLES compared(SRC_SAMPLES s, SRC_SAMPLES mean, int offset, int inverted) {
    const PASTE(WIDER, LANES) above = WIDE(s) - WIDE(mean) > (WIDER)-offset;
    return PASTE(convert_, DST_SAMPLES)((above ^ (WIDER)-inverted) & (WIDER)DST_MAX);
}
#define COMPARED(s) compared(s, load_run(means + begin, left), offset, inverted)

KERNEL void adaptive_threshold_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const SRC_TYPE* means,
                                    int samples, int offset, int inverted) {
    MAP_RUNS(src, dst, samples, COMPARED)
}
#endif
