// invert: full scale minus the sample; alpha stays. Defines: those of common.clh, and LANES for runs of samples.
#include "common.clh"

#ifdef LANES
#include "point_runs.clh"

#define INVERTED(s) (SRC_SAMPLES)(SRC_MAX) - (s)

KERNEL void invert_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples) {
    MAP_RUNS(src, dst, samples, INVERTED)
}
#else
// One work-item a pixel.
KERNEL void invert_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int i = y * width + x;
    const SRC_PIXEL s = src[i];
    const SRC_PIXEL inverted = WITH_ALPHA_OF(s, (SRC_PIXEL)(SRC_MAX)-s);
    dst[i] = inverted;
}
#endif
