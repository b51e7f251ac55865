// brightness-contrast: a straight line through the tones, sample * slope + offset, rounded and saturated.
//
// A work-item maps runs of samples (sample_runs.clh): it converts a run to floats, computes all lanes at once, and
// converts them back. The host computes slope and offset from the parameters in core/filters/point. Two roundings, of
// the product and of the sum, are those of the reference. Alpha is copied. Integers mostly go by a table instead
// (sample_table.cl), where the device looks up faster than it converts.
#include "prelude/prelude.clh"
#include "point/sample_runs.clh"

INLINE void brighten_run(global const sample_t* src, global out_sample_t* dst, float slope, float offset, int left) {
    const samples_t source = load_samples(src, left);
    store_mapped(to_out_run(convert_floats(source) * slope + offset), source, dst, left);
}

KERNEL void brightness_contrast_runs(global const sample_t* src, global out_sample_t* dst, int samples, float slope,
                                     float offset) {
    const own_runs_t own = own_runs(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) brighten_run(src + i, dst + i, slope, offset, LANES);
    for (; i < own.length; i += LANES) brighten_run(src + i, dst + i, slope, offset, own.left - i);
}
