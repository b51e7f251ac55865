// posterize: a few levels for each channel; a sample becomes the level that it belongs to. Alpha is copied.
//
// A work-item maps segments of samples in floats (float_segments.clh): a product gives the number of the level, and a
// second product the level's value. With NEAREST it is the nearest level, otherwise the one at or below the sample. No
// table is read, and no element branches. Both factors come from the host in twice the precision of a float, as a float
// and the rest that it lacks. fma() then rounds the whole product once, so that halves stay halves.
// core/filters/point/posterize.cpp says why this is exact.
#include "point/float_segments.clh"

// number * (factor + rest).
INLINE floats_t times_doubled(floats_t number, float factor, float rest) {
    return fma(number, (floats_t)(factor), number * rest);
}

// The position of samples among the levels. Nearest levels of 16 bits need the factor's rest, because positions are
// nearer to a half than a float tells. Those of 8 bits are far from a half, and other products are exact. NaN is black.
INLINE floats_t position_of(floats_t samples, float levels, float levels_rest) {
    if (NEAREST && SRC_TYPE_ID == U16) return times_doubled(samples, levels, levels_rest);
    if (SRC_IS_FLOAT) return fmin(fmax(samples, 0.0f), 1.0f) * levels;
    return samples * levels;
}

// The level with its fraction cut off, or rounded half to even.
INLINE floats_t number_of(floats_t position) {
    if (NEAREST) return (position + ROUNDING_SHIFT) - ROUNDING_SHIFT;
    return floor(position);
}

INLINE void posterize_segment(global const sample_t* src, global out_sample_t* dst, float2 levels, float maximum,
                              float2 height, int remaining) {
    const source_segment_t source = load_source(src, remaining);
    const floats_t number = min(number_of(position_of(floats_of(source), levels.x, levels.y)), maximum);
    store_floats(times_doubled(number, height.x, height.y), source, dst, remaining);
}

KERNEL void posterize_segments(global const sample_t* src, global out_sample_t* dst, int samples, float levels,
                               float levels_rest, float maximum, float height, float height_rest) {
    const float2 both_levels = (float2)(levels, levels_rest), both_heights = (float2)(height, height_rest);
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) posterize_segment(src + i, dst + i, both_levels, maximum, both_heights, LANES);
    for (; i < own.length; i += LANES)
        posterize_segment(src + i, dst + i, both_levels, maximum, both_heights, own.remaining - i);
}
