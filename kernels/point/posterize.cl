// posterize: the number of the level that a sample belongs to, and that level. Defines: those of common.clh, LANES;
// NEAREST (1: the nearest level; 0: the one at or below the sample).
#include "point_runs.clh"

#if NEAREST
#define NUMBER(value) HALF_EVEN(value)
#else
#define NUMBER(value) floor(value)
#endif
#define POSTERIZED(values) (min(NUMBER(IN_RANGE(values) * levels), most) * height)
// NaN is level 0.
#if SRC_IS_FLOAT
#define IN_RANGE(value) fmin(fmax(value, 0.0f), 1.0f)
#else
#define IN_RANGE(value) (value)
#endif

KERNEL void posterize_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, float levels, float most,
                           float height) {
    EACH_RUN(samples, MAP_FLOATS(src, dst, POSTERIZED))
}
