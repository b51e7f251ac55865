// float_samples: the samples of an image as floats of the same values, for filters that round once at their end.
//
// unsharp-mask and difference-of-gaussians blur in planes of floats, which this kernel makes. A work-item converts
// LANES neighbouring samples of a row with one load and one store. At the end of a row it converts the remaining ones
// singly. Alpha is converted like a colour. The grid has a work-item for each LANES samples of each row.
#include "prelude/segments.clh"

KERNEL void float_samples_of(global const sample_t* src, global float* dst, int samples, int height) {
    const int x = (int)get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= samples || y >= height) return;
    const size_t at = (size_t)y * samples + x;
    if (x + LANES <= samples) {
        store_segment(convert_floats(load_segment(src + at)), dst + at);
        return;
    }
    for (int i = 0; i < samples - x; ++i) dst[at + i] = src[at + i];
}
