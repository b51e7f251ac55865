// levels: stretches the tones between black and white of float images, and bends them by a power (gamma). Integers are
// looked up (sample_table.cl).
//
// A work-item maps segments of samples (sample_segments.clh), all elements at once. The sample minus black, times a
// scale, is limited to 0 to 1 and raised to the exponent; NaN becomes black. GPUs have instructions for powers of two
// and their logarithms. A power by way of them is as near for values of 0 to 1 as pow(), and much faster. CPUs call
// pow().
#include "prelude/sample_segments.clh"

INLINE floats_t power(floats_t base, float exponent) {
    if (SEGMENTS == 1) return exp2(exponent * log2(base)); // GPUs have one segment a work-item
    return pow(base, (floats_t)(exponent));
}

INLINE void stretch_segment(global const sample_t* src, global out_sample_t* dst, float black, float scale,
                            float exponent, int remaining) {
    const samples_t source = load_samples(src, remaining);
    const floats_t stretched = fmin(fmax((source - black) * scale, 0.0f), 1.0f);
    store_mapped(power(stretched, exponent), source, dst, remaining);
}

KERNEL void levels_segments(global const sample_t* src, global out_sample_t* dst, int samples, float black, float scale,
                            float exponent) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) stretch_segment(src + i, dst + i, black, scale, exponent, LANES);
    for (; i < own.length; i += LANES) stretch_segment(src + i, dst + i, black, scale, exponent, own.remaining - i);
}
