// mask-mix: an image where a mask is black, a second one where it is white, and both mixed between.
//
// This is the operator over of Porter and Duff (1984), with the mask as coverage. A mask of four channels counts with
// its luma. A work-item takes segments of LANES samples of both images and of the mask (sample_segments.clh). Bytes on
// GPUs are mixed in words if the mask has as many channels as the images, and in vectors otherwise.
// core/filters/compositing/mask_mix.cpp makes the plans.
//
// Defines: LANES and SEGMENTS (sample_segments.clh, which also says the grid); MASK_CHANNELS, 1 or 4.
#include "prelude/prelude.clh"

#if SRC_TYPE_ID == U8 && SRC_CHANNELS == MASK_CHANNELS && (!defined(SEGMENTS) || SEGMENTS == 1)
#include "compositing/mask_mix_words.clh"
#else
#include "compositing/mask_mix_segments.clh"
#endif

KERNEL void mask_mix_segments(global const sample_t* src, global out_sample_t* dst, int samples,
                              global const sample_t* with, global const sample_t* mask) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin, with += own.begin, mask += own.begin / SRC_CHANNELS * MASK_CHANNELS;
    int i = 0;
    for (; i < own.whole; i += LANES)
        mix_segment(src + i, with + i, mask + i / SRC_CHANNELS * MASK_CHANNELS, dst + i, LANES);
    for (; i < own.length; i += LANES)
        mix_segment(src + i, with + i, mask + i / SRC_CHANNELS * MASK_CHANNELS, dst + i, own.remaining - i);
}
