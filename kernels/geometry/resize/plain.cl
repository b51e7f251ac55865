// resize, variant "plain": each work-item makes one pixel of a pass, along rows (ACROSS) or along columns.
//
// The pixel is the weighted sum of spans[i].y pixels of the source's line, from pixel spans[i].x on. i is the pixel's
// place in its own line, and `weights` has `taps` weights for each i. A weight of 0 hides a pixel, even NaN. Bytes have
// whole weights, in steps of 2^-22. Floats are rounded after the last pass. With COMPENSATED, the rounding errors of
// each product and each sum are added at the end (Ogita, Rump and Oishi 2005).
#include "prelude/rounding.clh"

#if SRC_TYPE_ID == U8
typedef int weight_t;
#else
typedef float weight_t;
#endif

KERNEL void resize_plain(global const sample_t* src, global out_sample_t* dst, global const int2* spans,
                         global const weight_t* weights, int taps, int source_width, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int2 span = spans[ACROSS ? x : y];
    const size_t first = ACROSS ? (size_t)y * source_width + span.x : (size_t)span.x * source_width + x;
    weights += (size_t)(ACROSS ? x : y) * taps;
    for (int c = 0; c < SRC_CHANNELS; ++c) {
        weight_t sum = SRC_TYPE_ID == U8 ? 1 << 21 : 0; // one half, so that the shift rounds
        float rest = 0.0f;
        for (int k = 0; k < span.y; ++k) {
            if (weights[k] == 0) continue;
            const weight_t sample = src[(first + (size_t)k * (ACROSS ? 1 : source_width)) * SRC_CHANNELS + c];
            const weight_t product = weights[k] * sample, before = sum;
            sum += product;
            const weight_t added = sum - before, lost = (before - (sum - added)) + (product - added);
            rest += lost + fma((float)weights[k], (float)sample, (float)-product);
        }
        if (COMPENSATED && isfinite(rest)) sum += rest; // infinite sums have no remainder
        const size_t at = ((size_t)y * width + x) * SRC_CHANNELS + c;
        dst[at] = SRC_TYPE_ID == U8 ? clamp((int)sum >> 22, 0, 255) : to_out((float)sum);
    }
}
