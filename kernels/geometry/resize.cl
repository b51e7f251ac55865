// resize: sums of a line's pixels with weights from tables, along rows or along columns. 8-bit samples in whole numbers
// with 22 bits behind the point, as Pillow; others in floats, added up in order.
//
// spans[x] says from which pixel on, and how many, pixel x is made of; their weights begin at weights[x taps].
#include "common.clh"

#if SRC_TYPE_ID == 0
#define WEIGHT int
#define NOTHING (1 << 21)
#define RESIZE_SUM(lanes) PASTE(int, lanes)
#define RESIZE_TO(type, sum) PASTE(convert_, type)(clamp((sum) >> 22, 0, 255))
#else
#define WEIGHT float
#define NOTHING 0.0f
#define RESIZE_SUM(lanes) PASTE(float, lanes)
#define RESIZE_TO(type, sum) TO_DST_AS(type, sum)
#endif
#if SRC_CHANNELS == 4
#define PIXEL_SUM RESIZE_SUM(4)
#define TO_PIXEL_SUM(pixel) PASTE(convert_, PIXEL_SUM)(pixel)
#else
#define PIXEL_SUM WEIGHT
#define TO_PIXEL_SUM(pixel) ((WEIGHT)(pixel))
#endif

// What is added up tap by tap: SUM_OF declares it, ADD_TAP adds a product, SUMMED is what it came to. COMPENSATED: as
// if in twice the precision (Ogita, Rump and Oishi 2005, Dot2), so that long sums of floats do not drift.
#if COMPENSATED
#define SUM_OF(type) type sum = NOTHING, rest = NOTHING;
#define ADD_TAP(type, weight, sample)                                                                                  \
    {                                                                                                                  \
        const type factor = weight, tap = sample;                                                                      \
        const type product = factor * tap, before = sum;                                                               \
        sum += product;                                                                                                \
        const type added = sum - before;                                                                               \
        rest += ((before - (sum - added)) + (product - added)) + fma(factor, tap, -product);                           \
    }
#define SUMMED (isfinite(rest) ? sum + rest : sum)
#else
#define SUM_OF(type) type sum = NOTHING;
#define ADD_TAP(type, weight, sample) sum += (weight) * (sample);
#define SUMMED sum
#endif

KERNEL void resize_across(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const int2* spans,
                          global const WEIGHT* weights, int taps, int source_width, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int2 span = spans[x];
    global const SRC_PIXEL* const from = src + (size_t)y * source_width + span.x;
    global const WEIGHT* const weight = weights + (size_t)x * taps;
    SUM_OF(PIXEL_SUM)
    for (int k = 0; k < span.y; ++k) ADD_TAP(PIXEL_SUM, weight[k], TO_PIXEL_SUM(from[k]))
    dst[(size_t)y * width + x] = RESIZE_TO(DST_PIXEL, SUMMED);
}

#ifdef LANES
#define LINE_SUM RESIZE_SUM(LANES)
// `samples` to a row, LANES of them a work-item.
KERNEL void resize_down(global const SRC_TYPE* src, global DST_TYPE* dst, global const int2* spans,
                        global const WEIGHT* weights, int taps, int samples, int height) {
    const int x = get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= samples || y >= height) return;
    const int2 span = spans[y];
    global const SRC_TYPE* from = src + (size_t)span.x * samples + x;
    global DST_TYPE* const to = dst + (size_t)y * samples + x;
    global const WEIGHT* const weight = weights + (size_t)y * taps;
    if (x + LANES <= samples) {
        SUM_OF(LINE_SUM)
        for (int k = 0; k < span.y; ++k, from += samples)
            ADD_TAP(LINE_SUM, weight[k], PASTE(convert_, LINE_SUM)(LOAD(from)))
        STORE(RESIZE_TO(DST_SAMPLES, SUMMED), to);
        return;
    }
    for (int i = 0; i < samples - x; ++i) {
        SUM_OF(WEIGHT)
        for (int k = 0; k < span.y; ++k) ADD_TAP(WEIGHT, weight[k], (WEIGHT)from[(size_t)k * samples + i])
        to[i] = RESIZE_TO(DST_TYPE, SUMMED);
    }
}
#endif

#ifdef TAP_WORDS
#include "resize_words.clh"
#endif
#ifdef PIXELS
#include "resize_halves.clh"
#endif
#ifdef STRIP_ROWS
#include "resize_strips.clh"
#endif
