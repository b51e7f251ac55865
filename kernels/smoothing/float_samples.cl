// float_samples: an image's samples as floats of the same numbers, for filters that round once at their end.
#include "common.clh"

KERNEL void float_samples_of(global const SRC_TYPE* src, global float* dst, int samples, int height) {
    const int x = (int)get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= samples || y >= height) return;
    const size_t at = (size_t)y * samples + x;
    if (x + LANES <= samples) {
        STORE(TO_FLOATS(LOAD(src + at)), dst + at);
        return;
    }
    for (int i = 0; i < samples - x; ++i) dst[at + i] = src[at + i];
}
