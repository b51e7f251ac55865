// region-mix: behind the kernels of a stage that is limited to a region or mixed with its input, in its output `dst`:
// beyond the region the input, in it the filter's result as it is (MIXES 0) or the mix of both. Host counterpart of
// core/run/region_mix.cpp. Defines: those of common.clh, LANES, MIXES.
#include "common.clh"
#include "point_runs.clh"

// Sums of a sample of 16 bits and 17 bits of weight take 32 bits, those of 32-bit samples 64.
#if SRC_TYPE_ID == 2
#define WIDE ulong
#else
#define WIDE uint
#endif
#if SRC_IS_FLOAT
#define MIX_AS(type, wide, s, f) ((s) * (1.0f - share) + (f)*share)
#else
#define MIX_AS(type, wide, s, f)                                                                                       \
    PASTE(convert_, type)                                                                                              \
    ((PASTE(convert_, wide)(s) * (WIDE)(65536u - weight) + PASTE(convert_, wide)(f) * (WIDE)weight + (WIDE)32768) >> 16)
#endif

static inline void mix_run(global const SRC_TYPE* src, global SRC_TYPE* dst, int width, int left, int top, int right,
                           int bottom, uint weight, float share, size_t begin, int here) {
    const int pixels = min(here, LANES) / SRC_CHANNELS;
    const int pixel = (int)begin / SRC_CHANNELS, y = pixel / width, x = pixel - y * width;
    const bool in_row = x + pixels <= width;
    if (in_row && y >= top && y < bottom && x >= left && x + pixels <= right) {
#if MIXES
        const SRC_SAMPLES s = load_run(src + begin, here), f = load_run(dst + begin, here);
        store_run(MIX_AS(SRC_SAMPLES, PASTE(WIDE, LANES), s, f), dst + begin, here);
#endif
        return;
    }
    if (y >= bottom || (pixel + pixels - 1) / width < top || (in_row && (x + pixels <= left || x >= right))) {
        store_run(load_run(src + begin, here), dst + begin, here);
        return;
    }
    for (int p = 0; p < pixels; ++p) {
        const int row = (pixel + p) / width, column = pixel + p - row * width;
        const bool inside = row >= top && row < bottom && column >= left && column < right;
        for (int c = 0; c < SRC_CHANNELS; ++c) {
            const size_t i = begin + (size_t)(p * SRC_CHANNELS + c);
#if MIXES
            dst[i] = inside ? MIX_AS(SRC_TYPE, WIDE, src[i], dst[i]) : src[i];
#else
            if (!inside) dst[i] = src[i];
#endif
        }
    }
}

KERNEL void region_mix_runs(global const SRC_TYPE* src, global SRC_TYPE* dst, int samples, int width, int left, int top,
                            int right, int bottom, uint weight, float share) {
    const int edge = left;
    EACH_RUN(samples, mix_run(src, dst, width, edge, top, right, bottom, weight, share, begin, left);)
}
