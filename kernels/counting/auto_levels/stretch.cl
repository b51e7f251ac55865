// auto-levels of floats: stretches each colour channel so that its low end becomes 0 and its high end 1.
//
// The kernels of float_ends/ find the ends first: the samples before which, and after which, as many others lie as may
// be cut off. Work-items then map segments of samples (sample_segments.clh). A vector has the ends of all elements;
// those of RGBA pixels are their channels in turn. So there is no branch and no look-up. Samples beyond the ends are
// cut off, NaN becomes 0, and alpha is copied. A channel whose ends are equal does not change.
// core/filters/counting/auto_levels.cpp makes the plan.
#include "prelude/sample_segments.clh"
#include "counting/float_ends.clh"

INLINE void stretch_segment(global const sample_t* src, global out_sample_t* dst, floats_t low, floats_t high,
                            int left) {
    const floats_t s = load_samples(src, left);
    // Halves, lest the difference of large numbers is infinite.
    const floats_t inside = (0.5f * s - 0.5f * low) / (0.5f * high - 0.5f * low);
    const floats_t above_low = select((floats_t)(0.0f), inside, s > low);
    const floats_t stretched = select(above_low, (floats_t)(1.0f), s >= high);
    store_mapped(select(s, stretched, high > low), s, dst, left);
}

KERNEL void auto_levels_stretch(global const sample_t* src, global out_sample_t* dst, global const uint* ends,
                                int samples) {
    const floats_t low = in_all_pixels(low_ends(ends)), high = in_all_pixels(high_ends(ends));
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) stretch_segment(src + i, dst + i, low, high, LANES);
    for (; i < own.length; i += LANES) stretch_segment(src + i, dst + i, low, high, own.remaining - i);
}
