// step-edges: bars with slanted edges laid over. Defines: those of common.clh, LANES.
#include "overlay.clh"

// Which bar of the pattern a pixel is in: bars alternate.
#define BAR(x, y) (int)floor((((float)(x)-centre_x) * across + ((float)(y)-centre_y) * down))
#define IS_LIGHT(x, y) (BAR(x, y) & 1)

KERNEL void step_edges_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int width, float keep,
                            float dark, float light, float centre_x, float centre_y, float across, float down) {
    LAY_RUNS_OVER(IS_LIGHT)
}
