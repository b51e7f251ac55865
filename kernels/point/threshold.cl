// threshold: one of two values for samples above a level and below it. Defines: those of common.clh, LANES; ABOVE and
// BELOW, each none, full, level or s.
#include "common.clh"
#include "point_runs.clh"

#if LANES > 16
#define THRESHOLD(s) ((s) > level ? (ABOVE) : (BELOW))
#else
#define THRESHOLD(s) select((SRC_SAMPLES)(BELOW), (SRC_SAMPLES)(ABOVE), (s) > level)
#endif

KERNEL void threshold_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, float threshold) {
    const SRC_SAMPLES none = 0, full = SRC_MAX, level = (SRC_TYPE)threshold;
    MAP_RUNS(src, dst, samples, THRESHOLD)
}
