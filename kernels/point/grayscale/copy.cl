// grayscale of a gray image: its samples are copied, in the variant "segments" on all devices.
//
// A work-item copies a share of the samples in segments of LANES, as wide as a register of the device. Segments are
// contiguous through the image, across the ends of rows (sample_segments.clh). Nothing is computed, so that only the
// memory's speed limits it. channel-mixer copies gray images with this kernel, too.
#include "prelude/sample_segments.clh"

INLINE void copy_segment(global const sample_t* src, global out_sample_t* dst, int remaining) {
    store_first_samples(load_samples(src, remaining), dst, remaining);
}

KERNEL void grayscale_copy(global const sample_t* src, global out_sample_t* dst, int samples) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) copy_segment(src + i, dst + i, LANES);
    for (; i < own.length; i += LANES) copy_segment(src + i, dst + i, own.remaining - i);
}
