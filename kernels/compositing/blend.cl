// blend: runs of samples of two images by one of the W3C's blend modes. Defines: those of common.clh, LANES; MODE
// (0 normal, 1 multiply, 2 screen, 3 difference, 4 add, 5 min, 6 max). CPUs' whole vectors: blend_wide.clh.
#include "common.clh"
#include "second_image.clh"

#if LANES > 16
#include "blend_wide.clh"
#else
#if MODE == 0
#define BLENDED(s, w) (w)
#elif MODE == 1
#define BLENDED(s, w) PRODUCT(s, w)
#elif MODE == 2 && SRC_IS_FLOAT
#define BLENDED(s, w) (((s) + (w)) - (s) * (w))
#elif MODE == 2
#define BLENDED(s, w) (FULL - PRODUCT(FULL - (s), FULL - (w)))
#elif MODE == 3
#define BLENDED(s, w) ((s) < (w) ? (w) - (s) : (s) - (w))
#elif MODE == 4 && SRC_IS_FLOAT
#define BLENDED(s, w) ((s) + (w))
#elif MODE == 4
#define BLENDED(s, w) min((s) + (w), FULL)
#elif MODE == 5
#define BLENDED(s, w) ((w) < (s) ? (w) : (s))
#else
#define BLENDED(s, w) ((w) > (s) ? (w) : (s))
#endif

// Every sample's alpha.
#if LANES == 16
#define ALPHAS s33337777bbbbffff
#elif LANES == 8
#define ALPHAS s33337777
#else
#define ALPHAS s3333
#endif

#if MIXES_WORDS && SRC_CHANNELS == 4
static inline uint blended_word(uint s, uint w) {
#if MODE == 0
    return w;
#else
    const uint4 a = convert_uint4(as_uchar4(s)), b = convert_uint4(as_uchar4(w)), c = BLENDED(a, b);
    return word_of_bytes(c.x, c.y, c.z, c.w);
#endif
}
static inline void blend_run(global const SRC_TYPE* src, global DST_TYPE* dst, global const SRC_TYPE* with,
                             size_t begin, int left) {
    RunWords own = load_words(src + begin, left);
    const RunWords other = load_words(with + begin, left);
    for (int i = 0; i < RUN_WORDS; ++i) {
        const uint s = own.words[i], w = other.words[i];
        own.words[i] = picked(mixed_pixel(s, blended_word(s, w), w >> 24), s, 0x7210u);
    }
    store_words(own, dst + begin, left);
}
#else
static inline void blend_run(global const SRC_TYPE* src, global DST_TYPE* dst, global const SRC_TYPE* with,
                             size_t begin, int left) {
    const SRC_SAMPLES own = load_run(src + begin, left);
    const WIDE_RUN s = WIDEN(own), w = WIDEN(load_run(with + begin, left));
    WIDE_RUN blended = BLENDED(s, w);
#if SRC_CHANNELS == 4
    blended = MIXED(s, blended, w.ALPHAS);
#endif
    DST_SAMPLES result = NARROW(blended);
    KEEP_ALPHA(result, own);
    store_run(result, dst + begin, left);
}
#endif
#endif

KERNEL void blend_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, global const SRC_TYPE* with) {
    EACH_RUN(samples, blend_run(src, dst, with, begin, left);)
}
