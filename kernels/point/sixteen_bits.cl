// Floats of 0..1 as 16 bits, and back. Defines: those of common.clh and point_runs.clh.
#include "common.clh"
#include "point_runs.clh"

#if SRC_IS_FLOAT
// A NaN becomes 0.
#define TO_SIXTEEN_BITS                                                                                                \
    const FLOATS scaled = fmin(fmax(load_run(src + begin, left) * 65535.0f, 0.0f), 65535.0f);                          \
    store_run(PASTE(convert_, DST_SAMPLES)(HALF_EVEN(scaled)), dst + begin, left);

KERNEL void sixteen_bits_of(global const SRC_TYPE* src, global DST_TYPE* dst, int samples) {
    EACH_RUN(samples, TO_SIXTEEN_BITS)
}
#else
#if KEEPS_ALPHA
static inline DST_SAMPLES with_alpha(DST_SAMPLES made, global const DST_TYPE* original, int left) {
    DST_TYPE own[LANES];
    for (int i = 0; i < LANES; ++i) own[i] = i < left ? original[i] : 0.0f;
    made.RUN_ALPHA = LOAD(own).RUN_ALPHA;
    return made;
}
#else
#define with_alpha(made, original, left) (made)
#endif

#define TO_FLOATS_AGAIN                                                                                                \
    const DST_SAMPLES made = TO_FLOATS(load_run(src + begin, left)) * (1.0f / 65535.0f);                               \
    store_run(with_alpha(made, original + begin, left), dst + begin, left);

// original: the image that they came from; KEEPS_ALPHA (1: it has four channels).
KERNEL void sixteen_bits_back(global const SRC_TYPE* src, global const DST_TYPE* original, global DST_TYPE* dst,
                              int samples) {
    EACH_RUN(samples, TO_FLOATS_AGAIN)
}
#endif
