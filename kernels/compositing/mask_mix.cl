// mask-mix: runs of samples of two images, mixed by a mask of one channel or, by its luma, of four. Defines: those of
// common.clh, LANES; MASK_CHANNELS.
#include "second_image.clh"

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
}

KERNEL void mask_mix_runs(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, global const SRC_TYPE* with,
                          global const SRC_TYPE* mask) {
    EACH_RUN(samples, mask_mix_run(src, dst, with, mask, begin, left);)
}
