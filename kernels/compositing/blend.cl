// blend: combines each sample of an image with that of a second one, by one of the modes of the W3C's Compositing and
// Blending Level 1.
//
// Where the second image has an alpha, it decides how much of the result is seen, as if on an opaque image. A work-item
// takes segments of LANES samples of both images (sample_segments.clh), each with one load. A segment is computed in
// one of three ways, which give the same results: in small vectors, in the words of a GPU, or in the whole vectors of a
// CPU. core/filters/compositing/second_image.cpp makes the plans.
//
// Defines: LANES and SEGMENTS (sample_segments.clh, which also says the grid); MODE, one of the names below.

enum { NORMAL, MULTIPLY, SCREEN, DIFFERENCE, ADD, MIN, MAX };

// In the words of a GPU: RGBA bytes, of which the modes compute a pixel at a time.
#if LANES <= 16 && SRC_TYPE_ID == U8 && SRC_CHANNELS == 4 && (!defined(SEGMENTS) || SEGMENTS == 1)
#define IN_WORDS
#define WIDE_LANES 4
#include "compositing/mixed_words.clh"
#else
#define WIDE_LANES LANES
#endif
#include "compositing/second_image.clh"

#if LANES > 16
// In whole vectors of a CPU, for 8- or 16-bit samples, of which only products are widened. The other modes compute in
// the width of a sample, so that a vector holds as many samples as it can. 255 - s is ~s, and s + min(w, ~s) is limited
// to full scale. RGBA segments whose second image is transparent, or opaque, everywhere are not mixed: mixing would
// give the same. Alphas are found by masks in 64-bit words.
CALLABLE ulong8 as_words(samples_t segment) { return __builtin_astype(segment, ulong8); }
CALLABLE samples_t as_samples(ulong8 words) { return __builtin_astype(words, samples_t); }

enum { ALPHA_SHIFT = 8 * sizeof(sample_t) };
constant ulong ALPHA_MASK = SRC_TYPE_ID == U8 ? 0xff000000ff000000ul : 0xffff000000000000ul;

CALLABLE samples_t smaller(samples_t a, samples_t b) { return a < b ? a : b; }
CALLABLE samples_t larger(samples_t a, samples_t b) { return a > b ? a : b; }
CALLABLE samples_t narrow_product(samples_t a, samples_t b) {
    return convert_samples(product(convert_wide(a), convert_wide(b)));
}

CALLABLE samples_t blended(samples_t s, samples_t w) {
    if (MODE == MULTIPLY) return narrow_product(s, w);
    if (MODE == SCREEN) return ~narrow_product(~s, ~w);
    if (MODE == DIFFERENCE) return larger(s, w) - smaller(s, w);
    if (MODE == ADD) return s + smaller(w, ~s);
    if (MODE == MIN) return smaller(s, w);
    if (MODE == MAX) return larger(s, w);
    return w;
}

// For every sample the alpha of its pixel.
CALLABLE samples_t alpha_of_each(samples_t segment) {
    ulong8 alpha = as_words(segment) & ALPHA_MASK;
    alpha |= alpha >> ALPHA_SHIFT;
    alpha |= alpha >> 2 * ALPHA_SHIFT;
    return as_samples(alpha);
}

// True if any bit of any alpha is set.
CALLABLE bool has_alpha(ulong8 segment) {
    const ulong8 alpha = segment & ALPHA_MASK;
    const ulong4 four = alpha.lo | alpha.hi;
    const ulong2 two = four.lo | four.hi;
    return (two.x | two.y) != 0;
}

CALLABLE samples_t blended_by_alpha(samples_t s, samples_t w) {
    if (!has_alpha(as_words(w))) return s;
    const samples_t result = blended(s, w);
    if (!has_alpha(~as_words(w))) return result;
    return convert_samples(mixed(convert_wide(s), convert_wide(result), convert_wide(alpha_of_each(w))));
}

CALLABLE void blend_segment(global const sample_t* src, global const sample_t* with, global out_sample_t* dst,
                            int remaining) {
    const samples_t s = load_samples(src, remaining), w = load_samples(with, remaining);
    store_mapped(SRC_CHANNELS == 4 ? blended_by_alpha(s, w) : blended(s, w), s, dst, remaining);
}

#else
// The modes, sample by sample. s is a segment of the first image and w of the second, both widened. MODE is constant,
// so that one line remains. Integers are limited to full scale where they could exceed it; floats are not. Where a mode
// compares samples, the comparison selects element by element and agrees with the CPU reference for NaN.
CALLABLE wide_segment_t blended(wide_segment_t s, wide_segment_t w) {
    const wide_segment_t full = SRC_MAX;
    if (MODE == MULTIPLY) return product(s, w);
    if (MODE == SCREEN) return SRC_IS_FLOAT ? (s + w) - s * w : full - product(full - s, full - w);
    if (MODE == DIFFERENCE) return s < w ? w - s : s - w;
    if (MODE == ADD) return SRC_IS_FLOAT ? s + w : min(s + w, full);
    if (MODE == MIN) return w < s ? w : s;
    if (MODE == MAX) return w > s ? w : s;
    return w;
}

#ifdef IN_WORDS
// A segment is 16 bytes, four words with a pixel each. The results of a pixel are packed into a word, and mixed with
// the first image by the second one's alpha in words. The alpha of the first image is kept.

INLINE uint blended_word(uint s, uint w) {
    if (MODE == NORMAL) return w;
    const uint4 result = blended(convert_wide(as_uchar4(s)), convert_wide(as_uchar4(w)));
    return word_of_bytes(result.x, result.y, result.z, result.w);
}

INLINE void blend_segment(global const sample_t* src, global const sample_t* with, global out_sample_t* dst,
                          int remaining) {
    segment_words_t own = load_words(src, remaining);
    const segment_words_t other = load_words(with, remaining);
    for (int i = 0; i < SEGMENT_WORDS; ++i) {
        const uint s = own.words[i], w = other.words[i];
        own.words[i] = byte_permute(mixed_pixel(s, blended_word(s, w), w >> 24), s, 0x7210u);
    }
    store_words(own, dst, remaining);
}
#else
// A segment of RGBA pixels is mixed by the alpha of the second image, which each of a pixel's samples gets. The alpha
// of the first image is kept.

// For every sample of a segment the alpha of its pixel.
CALLABLE __attribute__((overloadable)) PASTE(VALUE, 4) alpha_of_each(PASTE(VALUE, 4) s) { return s.s3333; }
CALLABLE __attribute__((overloadable)) PASTE(VALUE, 8) alpha_of_each(PASTE(VALUE, 8) s) { return s.s33337777; }
CALLABLE __attribute__((overloadable)) PASTE(VALUE, 16) alpha_of_each(PASTE(VALUE, 16) s) {
    return s.s33337777bbbbffff;
}

CALLABLE void blend_segment(global const sample_t* src, global const sample_t* with, global out_sample_t* dst,
                            int remaining) {
    if (MODE == NORMAL && SRC_CHANNELS == 1) { // a copy; NVIDIA's compiler does not see that through both conversions
        store_first_samples(load_samples(with, remaining), dst, remaining);
        return;
    }
    const samples_t source = load_samples(src, remaining);
    const wide_segment_t s = convert_wide(source), w = convert_wide(load_samples(with, remaining));
    wide_segment_t result = blended(s, w);
    if (SRC_CHANNELS == 4) result = mixed(s, result, alpha_of_each(w));
    store_mapped(convert_samples(result), source, dst, remaining);
}
#endif
#endif

KERNEL void blend_segments(global const sample_t* src, global out_sample_t* dst, int samples,
                           global const sample_t* with) {
    const own_segments_t own = own_segments(samples);
    src += own.begin, dst += own.begin, with += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) blend_segment(src + i, with + i, dst + i, LANES);
    for (; i < own.length; i += LANES) blend_segment(src + i, with + i, dst + i, own.remaining - i);
}
