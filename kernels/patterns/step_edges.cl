// step-edges: bars with slanted edges laid over. Defines: those of common.clh, LANES.
#include "common.clh"
#include "overlay.clh"

// Which bar of the pattern a pixel is in: bars alternate.
#define BAR(x, y) (int)floor((((float)(x)-centre_x) * across + ((float)(y)-centre_y) * down))
#define IS_LIGHT(x, y) (BAR(x, y) & 1)

// Whether the number of the bar at a place below 2^22 is odd. A sum that is rounded down has the number as its lowest
// bits; conversions are slow.
static inline bool is_odd_bar(float place) {
#if defined(__NV_CL_C_VERSION)
    float sum;
    asm("add.rm.f32 %0, %1, %2;" : "=f"(sum) : "f"(place), "f"(12582912.0f));
    return as_uint(sum) & 1u;
#else
    return (int)floor(place) & 1;
#endif
}
#define IS_QUICK max(max(x, y), width) < 1 << 20
// Columns from the centre are multiples of a half: exact in any order.
#define PREPARE const float column = (float)x - centre_x, row = ((float)y - centre_y) * down;
#define LEVEL_IN_ROW(i) (is_odd_bar((column + (float)(i)) * across + row) ? light : dark)

KERNEL void step_edges_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int width,
                            uint width_reciprocal, uint width_shift, float keep, float dark, float light,
                            float centre_x, float centre_y, float across, float down) {
    LAY_RUNS_OVER(IS_LIGHT)
}
