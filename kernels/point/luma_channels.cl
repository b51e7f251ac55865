// Colours from what a filter made of their luma; alpha stays. Defines: those of common.clh, and PIXELS, which a
// work-item makes. core/filters/point/luma_channels.h is the host side.
#include "common.clh"

#define EACH_PIXEL(i)                                                                                                  \
    const size_t first = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * PIXELS;                          \
    const size_t end = min(first + PIXELS, (size_t)pixels);                                                            \
    for (size_t i = first; i < end; ++i)

// Red, green and blue become the result.
KERNEL void luma_channels_replaced(global const SRC_PIXEL* src, global const DST_TYPE* after, global DST_PIXEL* dst,
                                   int pixels) {
    EACH_PIXEL(i) {
        const DST_TYPE made = after[i];
        dst[i] = (DST_PIXEL)(made, made, made, src[i].w);
    }
}

#if !SRC_IS_FLOAT
// The change of the luma is added to red, green and blue.
KERNEL void luma_channels_shifted(global const SRC_PIXEL* src, global const SRC_TYPE* before,
                                  global const DST_TYPE* after, global DST_PIXEL* dst, int pixels) {
    EACH_PIXEL(i) {
        const SRC_PIXEL own = src[i];
        const int4 sums = convert_int4(own) + ((int)after[i] - (int)before[i]);
        dst[i] = WITH_ALPHA_OF(own, PASTE(convert_, DST_PIXEL)(clamp(sums, 0, (int)DST_MAX)));
    }
}
#endif
