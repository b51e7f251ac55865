// mask-mix: an image where a mask is black, a second one where it is white, and both mixed between.
//
// This is the operator over of Porter and Duff (1984), with the mask as coverage. A mask of four channels counts with
// its luma. A work-item takes segments of LANES samples of both images and of the mask (sample_segments.clh). Bytes on
// GPUs are mixed in words if the mask has as many channels as the images, and in vectors otherwise.
// core/filters/compositing/second_image.cpp makes the plans.
//
// Defines: LANES and SEGMENTS (sample_segments.clh, which also says the grid); MASK_CHANNELS, 1 or 4.
#define WIDE_LANES LANES
#include "compositing/second_image.clh"

#if SRC_TYPE_ID == U8 && SRC_CHANNELS == MASK_CHANNELS && (!defined(SEGMENTS) || SEGMENTS == 1)
#include "compositing/mixed_words.clh"

// In words: 16 samples as four words, with a mask that has as many channels. RGBA pixels have one share for all
// samples, the luma of the mask's pixel. Gray samples have one each. One byte product then mixes two samples, one of
// each image: it multiplies them by 255 - m and m, and adds the products. These two factors are the halves of a word.

// 255 - m and m as the halves of a word, for byte i of the mask.
INLINE uint shares_of(uint mask, int i) { return (mask >> 8 * i & 255u) * 65535u + 255u; }
// A sum that holds the rounded quotient by 255 in its second byte.
INLINE uint over_255(uint sum) { return sum + (sum >> 8); }

INLINE uint mixed_word(uint s, uint w, uint mask) {
    if (SRC_CHANNELS == 4) return mixed_pixel(s, w, luma_of(mask));
    // The first two samples of both images, and the last two.
    const uint low = byte_permute(s, w, 0x5140u), high = byte_permute(s, w, 0x7362u);
    const uint first = over_255(add_low_products(shares_of(mask, 0), low, 128u));
    const uint second = over_255(add_high_products(shares_of(mask, 1), low, 128u));
    const uint third = over_255(add_low_products(shares_of(mask, 2), high, 128u));
    const uint fourth = over_255(add_high_products(shares_of(mask, 3), high, 128u));
    return byte_permute(byte_permute(first, second, 0x0051u), byte_permute(third, fourth, 0x0051u), 0x5410u);
}

INLINE void mix_segment(global const sample_t* src, global const sample_t* with, global const sample_t* mask,
                        global out_sample_t* dst, int remaining) {
    segment_words_t s = load_words(src, remaining);
    const segment_words_t w = load_words(with, remaining), m = load_words(mask, remaining);
    for (int i = 0; i < SEGMENT_WORDS; ++i) s.words[i] = mixed_word(s.words[i], w.words[i], m.words[i]);
    store_words(s, dst, remaining);
}
#else
// In vectors, with a mask of one or four channels. A gray mask of a gray image is a segment itself. Otherwise each
// pixel's share, the mask's sample or luma, is computed and repeated for the pixel's samples. All samples are mixed
// alike, alpha too. The last segment of the image may be short: the mask's last pixel is then repeated, since nothing
// may be read after it.
INLINE WIDE_SAMPLE share_at(global const sample_t* mask, int pixel) {
    if (MASK_CHANNELS == 1) return mask[pixel];
    global const sample_t* const colour = mask + 4 * (size_t)pixel;
    return luma(colour[0], colour[1], colour[2]);
}

INLINE wide_segment_t load_shares(global const sample_t* mask, int remaining) {
    if (SRC_CHANNELS == 1 && MASK_CHANNELS == 1) return convert_wide(load_samples(mask, remaining));
    const int last = min(remaining, LANES) / SRC_CHANNELS - 1;
    WIDE_SAMPLE shares[LANES];
    UNROLL_FOR (int p = 0; p < SEGMENT_PIXELS; ++p) {
        const WIDE_SAMPLE share = share_at(mask, min(p, last));
        UNROLL_FOR (int channel = 0; channel < SRC_CHANNELS; ++channel) shares[p * SRC_CHANNELS + channel] = share;
    }
    return PASTE(vload, LANES)(0, shares);
}

INLINE void mix_segment(global const sample_t* src, global const sample_t* with, global const sample_t* mask,
                        global out_sample_t* dst, int remaining) {
    const wide_segment_t s = convert_wide(load_samples(src, remaining)),
                         w = convert_wide(load_samples(with, remaining));
    store_first_samples(convert_samples(mixed(s, w, load_shares(mask, remaining))), dst, remaining);
}
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
