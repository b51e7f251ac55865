// levels of float images; those of integers are looked up (sample_table.cl). Defines: those of common.clh, LANES.
#include "common.clh"
#include "point_runs.clh"

// GPUs have powers of two and their logarithms as instructions; of values in 0..1 a power by way of them is as near.
#if RUNS == 1
#define POWER(base, exponent) exp2((exponent)*log2(base))
#else
#define POWER(base, exponent) pow(base, (FLOATS)(exponent))
#endif
// NaN is black.
#define LEVELS(s) POWER(fmin(fmax(((s)-black) * scale, 0.0f), 1.0f), exponent)

KERNEL void levels_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, float black, float scale,
                        float exponent) {
    MAP_RUNS(src, dst, samples, LEVELS)
}
