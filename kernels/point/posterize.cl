// posterize: the number of the level that a sample belongs to, and that level. Defines: those of common.clh, LANES;
// NEAREST (1: the nearest level; 0: the one at or below the sample).
#include "common.clh"
#include "point_runs.clh"

#if NEAREST
#define NUMBER(value) HALF_EVEN(value)
#else
#define NUMBER(value) floor(value)
#endif
// The product with a factor in twice the precision of a float, rounded once: halves stay where they are.
#define TIMES(number, factor) times_doubled(number, factor, factor##_rest)
static inline FLOATS times_doubled(FLOATS number, float high, float low) {
    return fma(number, (FLOATS)(high), number * low);
}
// Numbers of levels are as far from a half as 8 bits are, or exact products; of 16 bits they are nearer than a float
// is.
#if NEAREST && SRC_TYPE_ID == 1
#define PLACE(values) TIMES(values, levels)
#else
#define PLACE(values) (IN_RANGE(values) * levels)
#endif
#define POSTERIZED(values) TIMES(min(NUMBER(PLACE(values)), maximum), height)
// NaN is level 0.
#if SRC_IS_FLOAT
#define IN_RANGE(value) fmin(fmax(value, 0.0f), 1.0f)
#else
#define IN_RANGE(value) (value)
#endif

KERNEL void posterize_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, float levels,
                           float levels_rest, float maximum, float height, float height_rest) {
    EACH_RUN(samples, MAP_FLOATS(src, dst, POSTERIZED))
}
