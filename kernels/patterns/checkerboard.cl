// checkerboard: fields of black and white laid over. Defines: those of common.clh, LANES.
#include "overlay.clh"

#define IS_WHITE(x, y) (((x) / size + (y) / size) & 1)

KERNEL void checkerboard_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int width, float keep,
                              float dark, float light, int size) {
    LAY_RUNS_OVER(IS_WHITE)
}
