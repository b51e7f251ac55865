// adaptive-threshold: each sample against the mean around it. Defines: those of common.clh; with PAIR_ROWS those of
// box_blocks.clh, which makes the means, else LANES; of floats those of bordered_runs.clh.
#include "common.clh"

#ifdef PAIR_ROWS

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

#elif SRC_IS_FLOAT
#include "bordered_runs.clh"

// Runs of sums of k samples, weighted, from top to bottom.
KERNEL void adaptive_threshold_columns(global const SRC_PIXEL* src, global SRC_PIXEL* sums, global const float* weights,
                                       int k, int width, int height) {
    const int x = (int)get_global_id(0) * RUN, y = get_global_id(1);
    if (x >= width || y >= height) return;
    FLOATS sum = 0.0f;
    for (int j = 0; j < k; ++j) sum += weights[j] * load_bordered(src, x, y + j - k / 2, width, height);
    store_bordered(sum, src, sums, x, y, width);
}

// Of those from left to right: means, to which the samples are compared.
KERNEL void adaptive_threshold_rows(global const SRC_PIXEL* src, global const SRC_PIXEL* sums, global DST_PIXEL* dst,
                                    global const float* weights, int k, int width, int height, float offset,
                                    int inverted) {
    const int x = (int)get_global_id(0) * RUN, y = get_global_id(1);
    if (x >= width || y >= height) return;
    FLOATS mean = 0.0f;
    for (int i = 0; i < k; ++i) mean += weights[i] * load_anywhere(sums, x + i - k / 2, y, width, height);
    const FLOATS difference = load_bordered(src, x, y, width, height) - mean;
    const PASTE(int, LANES) above = (difference > -offset) ^ -inverted;
    store_bordered(select((FLOATS)(0.0f), (FLOATS)(1.0f), above), src, dst, x, y, width);
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
