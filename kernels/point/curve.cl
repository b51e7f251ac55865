// curve of float images; those of integers are looked up (sample_table.cl). Defines: those of common.clh, LANES;
// PIECES, the number of pieces of the curve.
#include "common.clh"
#include "point_runs.clh"

// Of each piece: where it begins, and the coefficients of 1, t, t^2 and t^3 with t from there on. The last one that
// begins at or below the sample has it; NaN is at the begin of the first.
static inline FLOATS curve_at(FLOATS s, global const float* pieces) {
    const FLOATS x = fmin(fmax(s, 0.0f), 1.0f);
    FLOATS value = 0;
    for (int i = 0; i < PIECES; ++i) {
        global const float* piece = pieces + 5 * i;
        const FLOATS t = x - piece[0];
        const FLOATS here = ((piece[4] * t + piece[3]) * t + piece[2]) * t + piece[1];
        value = select(value, here, x >= piece[0]);
    }
    return fmin(fmax(value, 0.0f), 1.0f);
}
#define CURVE(s) curve_at(s, pieces)

KERNEL void curve_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const float* pieces, int samples) {
    MAP_RUNS(src, dst, samples, CURVE)
}
