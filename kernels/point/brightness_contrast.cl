// brightness-contrast: a straight line through the tones, sample * slope + offset, rounded and saturated.
//
// A work-item maps segments of samples (sample_segments.clh): it converts a segment to floats, computes all elements at
// once, and converts them back. The host computes slope and offset from the parameters in core/filters/point. Two
// roundings, of the product and of the sum, are those of the reference. Alpha is copied. Integers mostly go by a table
// instead (sample_table.cl), where the device looks up faster than it converts.
#include "prelude/sample_segments.clh"

INLINE void brighten_segment(global const sample_t* src, global out_sample_t* dst, float slope, float offset,
                             int remaining) {
    const samples_t source = load_samples(src, remaining);
    store_mapped(to_out_segment(convert_floats(source) * slope + offset), source, dst, remaining);
}

KERNEL void brightness_contrast_segments(global const sample_t* src, global out_sample_t* dst, int samples, float slope,
                                         float offset) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) brighten_segment(src + i, dst + i, slope, offset, LANES);
    for (; i < own.length; i += LANES) brighten_segment(src + i, dst + i, slope, offset, own.remaining - i);
}
