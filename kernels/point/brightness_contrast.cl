// brightness-contrast: a straight line. Defines: those of common.clh, LANES.
#include "common.clh"
#include "point_runs.clh"

#if LANES > 16
#define LINE(s) rounded_samples(TO_FLOATS(s) * slope + offset)
#else
#define LINE(s) TO_DST_AS(DST_SAMPLES, TO_FLOATS(s) * slope + offset)
#endif

KERNEL void brightness_contrast_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, float slope,
                                     float offset) {
    MAP_RUNS(src, dst, samples, LINE)
}
