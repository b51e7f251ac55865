// Floats of 0 to 1 as 16-bit samples, and back, for filters that compute float images through a 16-bit pass.
//
// A work-item maps segments of samples (sample_segments.clh). The first kernel scales to 65535, saturates and rounds
// half to even; NaN becomes 0. The second scales back. With KEEPS_ALPHA the image has four channels, and the second
// kernel takes alpha from the original floats, so that it is not rounded. The grid is that of sample_segments.clh.
// Source and output have different types here, so that both kernels load and store vectors of their own type.
// core/filters/point/float_via_16_bit.h makes the passes.
#include "prelude/sample_segments.clh"

#if SRC_IS_FLOAT
INLINE void to_16_bits(global const sample_t* src, global out_sample_t* dst, int remaining) {
    const floats_t scaled = fmin(fmax(load_samples(src, remaining) * 65535.0f, 0.0f), 65535.0f);
    store_first_samples(convert_out_samples((scaled + ROUNDING_SHIFT) - ROUNDING_SHIFT), dst, remaining);
}

KERNEL void sixteen_bits_of(global const sample_t* src, global out_sample_t* dst, int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) to_16_bits(src + i, dst + i, LANES);
    for (; i < own.length; i += LANES) to_16_bits(src + i, dst + i, own.remaining - i);
}
#else
INLINE out_samples_t with_alphas_at(global const out_sample_t* original, out_samples_t segment, int remaining) {
#if KEEPS_ALPHA
    out_sample_t samples[LANES];
    for (int i = 0; i < LANES; ++i) samples[i] = i < remaining ? original[i] : 0.0f;
    return with_alphas_of(load_segment(samples), segment);
#endif
    return segment;
}

INLINE void to_floats(global const sample_t* src, global const out_sample_t* original, global out_sample_t* dst,
                      int remaining) {
    const out_samples_t segment = convert_floats(load_samples(src, remaining)) * (1.0f / 65535.0f);
    store_first_samples(with_alphas_at(original, segment, remaining), dst, remaining);
}

// `original` is the float image that the 16 bits were made from.
KERNEL void sixteen_bits_back(global const sample_t* src, global const out_sample_t* original, global out_sample_t* dst,
                              int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, original += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) to_floats(src + i, original + i, dst + i, LANES);
    for (; i < own.length; i += LANES) to_floats(src + i, original + i, dst + i, own.remaining - i);
}
#endif
