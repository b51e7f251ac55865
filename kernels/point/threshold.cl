// threshold: one of two values for samples above a level and below it; alpha is copied.
//
// A work-item maps segments of samples (sample_segments.clh) and compares all elements at once, without a branch. The
// plan names the two values by the defines ABOVE and BELOW. Each is none (0), full (full scale), level, or s, the
// sample itself. NaN is not above the level. Integers have whole vector registers of samples on CPUs, because nothing
// is converted. core/filters/point/threshold.cpp makes the plan.
#include "prelude/sample_segments.clh"

INLINE void threshold_segment(global const sample_t* src, global out_sample_t* dst, samples_t level, int remaining) {
    const samples_t s = load_samples(src, remaining), none = 0, full = SRC_MAX;
    store_mapped(s > level ? ABOVE : BELOW, s, dst, remaining);
}

KERNEL void threshold_segments(global const sample_t* src, global out_sample_t* dst, int samples, float threshold) {
    const samples_t level = (sample_t)threshold;
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) threshold_segment(src + i, dst + i, level, LANES);
    for (; i < own.length; i += LANES) threshold_segment(src + i, dst + i, level, own.remaining - i);
}
