// mask-mix: runs of samples of two images, mixed by a mask of one channel or, by its luma, of four. Defines: those of
// common.clh, LANES; MASK_CHANNELS.
#include "common.clh"
#include "second_image.clh"

#if MIXES_WORDS && SRC_CHANNELS == MASK_CHANNELS
#include "byte_products.clh"
#if SRC_CHANNELS == 4
static inline uint mixed_word(uint s, uint w, uint mask) { return mixed_pixel(s, w, luma_of(mask)); }
#else
// F - m and m as the halves of a word.
static inline uint shares_of(uint mask, int i) { return (mask >> 8 * i & 255u) * 65535u + 255u; }
static inline uint over_255(uint x) { return x + (x >> 8); }
// Two samples beside each other, as the second bytes of words.
static inline uint mixed_word(uint s, uint w, uint mask) {
    const uint low = picked(s, w, 0x5140u), high = picked(s, w, 0x7362u);
    const uint a = over_255(add_low_products(shares_of(mask, 0), low, 128u));
    const uint b = over_255(add_high_products(shares_of(mask, 1), low, 128u));
    const uint c = over_255(add_low_products(shares_of(mask, 2), high, 128u));
    const uint d = over_255(add_high_products(shares_of(mask, 3), high, 128u));
    return picked(picked(a, b, 0x0051u), picked(c, d, 0x0051u), 0x5410u);
}
#endif
#endif

#if MASK_CHANNELS == 4
#define MASK_AT(pixel) LUMA(mask[4 * (pixel)], mask[4 * (pixel) + 1], mask[4 * (pixel) + 2])
#else
#define MASK_AT(pixel) mask[pixel]
#endif

// Of a run's pixels the share of each, for all of its samples.
#define PIXEL_SHARE(i) (PASTE(WIDE, 4))(shares[i])
#if SRC_CHANNELS == 1
#define RUN_SHARES LOAD(shares)
#elif LANES == 16
#define RUN_SHARES (WIDE_RUN)(PIXEL_SHARE(0), PIXEL_SHARE(1), PIXEL_SHARE(2), PIXEL_SHARE(3))
#elif LANES == 8
#define RUN_SHARES (WIDE_RUN)(PIXEL_SHARE(0), PIXEL_SHARE(1))
#else
#define RUN_SHARES PIXEL_SHARE(0)
#endif

static inline void mask_mix_run(global const SRC_TYPE* src, global DST_TYPE* dst, global const SRC_TYPE* with,
                                global const SRC_TYPE* mask, size_t begin, int left) {
#if MIXES_WORDS && SRC_CHANNELS == MASK_CHANNELS
    RunWords s = load_words(src + begin, left);
    const RunWords w = load_words(with + begin, left), m = load_words(mask + begin, left);
    for (int i = 0; i < RUN_WORDS; ++i) s.words[i] = mixed_word(s.words[i], w.words[i], m.words[i]);
    store_words(s, dst + begin, left);
#else
    const WIDE_RUN s = WIDEN(load_run(src + begin, left)), w = WIDEN(load_run(with + begin, left));
#if SRC_CHANNELS == 1 && MASK_CHANNELS == 1
    const WIDE_RUN m = WIDEN(load_run(mask + begin, left));
#else
    WIDE shares[RUN];
    const size_t first = begin / SRC_CHANNELS;
    const int last = min(left, LANES) / SRC_CHANNELS - 1;
    for (int i = 0; i < RUN; ++i) shares[i] = MASK_AT(first + min(i, last));
    const WIDE_RUN m = RUN_SHARES;
#endif
    store_run(NARROW(MIXED(s, w, m)), dst + begin, left);
#endif
}

KERNEL void mask_mix_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, global const SRC_TYPE* with,
                          global const SRC_TYPE* mask) {
    EACH_RUN(samples, mask_mix_run(src, dst, with, mask, begin, left);)
}
