// levels of float images; those of integers are looked up (sample_table.cl). Defines: those of common.clh, LANES.
#include "point_runs.clh"

// NaN is black.
#define LEVELS(s) pow(fmin(fmax(((s)-black) * scale, 0.0f), 1.0f), (FLOATS)(exponent))

KERNEL void levels_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, float black, float scale,
                        float exponent) {
    MAP_RUNS(src, dst, samples, LEVELS)
}
