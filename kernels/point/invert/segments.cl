// invert in segments: a work-item inverts segments of LANES samples, as wide as a register of the device. The plain
// kernel loads and stores one pixel. Alpha is copied.
//
// Segments are contiguous through the image, across the ends of rows (sample_segments.clh). Nothing but the memory's
// speed limits it. Nothing is in local memory. The plan is in core/filters/point/invert.cpp.
#include "prelude/sample_segments.clh"

INLINE void invert_segment(global const sample_t* src, global out_sample_t* dst, int remaining) {
    const samples_t source = load_samples(src, remaining);
    store_mapped((samples_t)(SRC_MAX)-source, source, dst, remaining);
}

KERNEL void invert_segments(global const sample_t* src, global out_sample_t* dst, int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) invert_segment(src + i, dst + i, LANES);
    for (; i < own.length; i += LANES) invert_segment(src + i, dst + i, own.remaining - i);
}
