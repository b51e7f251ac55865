// Floats of 0..1 as 16 bits, and back. Defines: those of common.clh, LANES.
#include "point_runs.clh"

#if SRC_IS_FLOAT
// A NaN becomes 0.
KERNEL void sixteen_bits_of(global const SRC_TYPE* src, global DST_TYPE* dst, int samples) {
    const size_t begin = run_begin();
    if (begin >= (size_t)samples) return;
    const int left = samples - (int)begin;
    const FLOATS scaled = fmin(fmax(load_run(src + begin, left) * 65535.0f, 0.0f), 65535.0f);
    store_run(PASTE(convert_, DST_SAMPLES)(HALF_EVEN(scaled)), dst + begin, left);
}
#else
// original: the image that they came from, for its alpha.
KERNEL void sixteen_bits_back(global const SRC_TYPE* src, global const DST_TYPE* original, global DST_TYPE* dst,
                              int samples) {
    const size_t begin = run_begin();
    if (begin >= (size_t)samples) return;
    const int left = samples - (int)begin;
    DST_SAMPLES made = TO_FLOATS(load_run(src + begin, left)) * (1.0f / 65535.0f);
#if SRC_CHANNELS == 4
    DST_TYPE own[LANES];
    for (int i = 0; i < LANES; ++i) own[i] = i < left ? original[begin + i] : 0.0f;
    made.RUN_ALPHA = LOAD(own).RUN_ALPHA;
#endif
    store_run(made, dst + begin, left);
}
#endif
