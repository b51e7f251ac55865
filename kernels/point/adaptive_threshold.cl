// adaptive-threshold: each sample against the mean around it. Defines: those of common.clh, LANES.
#include "point_runs.clh"

// 8-bit samples alone: differences are 16 bits wide.
#define WIDE(samples) PASTE(convert_, PASTE(short, LANES))(samples)
static inline DST_SAMPLES compared(SRC_SAMPLES s, SRC_SAMPLES mean, int offset, int inverted) {
    const PASTE(short, LANES) above = WIDE(s) - WIDE(mean) > (short)-offset;
    return PASTE(convert_, DST_SAMPLES)((above ^ (short)-inverted) & (short)255);
}
#define COMPARED(s) compared(s, load_run(means + begin, left), offset, inverted)

KERNEL void adaptive_threshold_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const SRC_TYPE* means,
                                    int samples, int offset, int inverted) {
    MAP_RUNS(src, dst, samples, COMPARED)
}
