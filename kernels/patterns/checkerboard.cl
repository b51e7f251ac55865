// checkerboard: fields of black and white laid over. Defines: those of common.clh, LANES.
#include "common.clh"
#include "overlay.clh"

#define IS_WHITE(x, y) (((x) / size + (y) / size) & 1)

// At most one change of fields.
#define IS_QUICK size >= RUN_PIXELS
#define PREPARE                                                                                                        \
    const uint field = quotient(x, size_reciprocal, size_shift);                                                       \
    const int change = (int)(field + 1) * size - x;                                                                    \
    const bool begins_white = (field + quotient(y, size_reciprocal, size_shift)) & 1;                                  \
    const float before = begins_white ? light : dark, after = begins_white ? dark : light;
#define LEVEL_IN_ROW(i) ((i) < change ? before : after)

KERNEL void checkerboard_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int width,
                              uint width_reciprocal, uint width_shift, float keep, float dark, float light, int size,
                              uint size_reciprocal, uint size_shift) {
    LAY_RUNS_OVER(IS_WHITE)
}
