// otsu: compares samples with the threshold of their channel, full scale above it and 0 up to it, or the reverse.
//
// A work-item maps segments of samples (sample_segments.clh): floats on all devices, bytes on CPUs in workgroups of one
// work-item. A vector has the thresholds of all elements; the elements of RGBA pixels are their channels in turn. A
// comparison sets all bits of an element or none, which is full scale or 0 for bytes. `inverted` is 0 or 1, and its
// negative flips these bits. No branch and no table is needed, which is fast on CPUs. All others look bytes up in a
// table (table.cl).
#include "prelude/sample_segments.clh"

INLINE samples_t in_all_lanes(global const sample_t* thresholds) {
#if SRC_CHANNELS == 4
    const pixel_t pixel = (pixel_t)(thresholds[0], thresholds[1], thresholds[2], 0);
#if LANES == 16
    return (samples_t)(pixel, pixel, pixel, pixel);
#else
    return (samples_t)(pixel);
#endif
#else
    return (samples_t)(thresholds[0]);
#endif
}

INLINE void compare_segment(global const sample_t* src, global out_sample_t* dst, samples_t thresholds, int inverted,
                            int left) {
    const samples_t source = load_samples(src, left);
#if SRC_IS_FLOAT
    const samples_t result = select((samples_t)(0.0f), (samples_t)(1.0f), (source > thresholds) ^ -inverted);
#else
    const samples_t result = as_uchar16(source > thresholds) ^ (uchar)-inverted;
#endif
    store_mapped(result, source, dst, left);
}

KERNEL void otsu_compare(global const sample_t* src, global out_sample_t* dst, global const sample_t* thresholds,
                         int samples, int inverted) {
    const samples_t all = in_all_lanes(thresholds);
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) compare_segment(src + i, dst + i, all, inverted, LANES);
    for (; i < own.length; i += LANES) compare_segment(src + i, dst + i, all, inverted, own.remaining - i);
}
