// adaptive-threshold: each sample against the mean around it. Defines: those of common.clh, LANES.
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
