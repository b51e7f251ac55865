// blend: combines each sample of an image with that of a second one, by one of the W3C's blend modes.
//
// Where the second image has an alpha, it decides how much of the result is seen, as if on an opaque image. A work-item
// takes segments of LANES samples of both images (sample_segments.clh), each with one load. A segment is computed in
// one of three ways, which give the same results: in small vectors, in the words of a GPU, or in the whole vectors of a
// CPU. core/filters/compositing/blend.cpp makes the plans.
//
// Defines: LANES and SEGMENTS (sample_segments.clh, which also says the grid); MODE, one of the names below.
#include "prelude/prelude.clh"

#define NORMAL 0
#define MULTIPLY 1
#define SCREEN 2
#define DIFFERENCE 3
#define ADD 4
#define MIN 5
#define MAX 6

#if LANES > 16
#include "compositing/blend_wide.clh"
#elif SRC_TYPE_ID == U8 && SRC_CHANNELS == 4 && (!defined(SEGMENTS) || SEGMENTS == 1)
#include "compositing/blend_words.clh"
#else
#include "compositing/blend_segments.clh"
#endif

KERNEL void blend_segments(global const sample_t* src, global out_sample_t* dst, int samples,
                           global const sample_t* with) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin, with += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) blend_segment(src + i, with + i, dst + i, LANES);
    for (; i < own.length; i += LANES) blend_segment(src + i, with + i, dst + i, own.remaining - i);
}
