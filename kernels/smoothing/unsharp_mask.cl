// unsharp_mask: adds to each sample what its blurred image lacks of it.
// STRIPS and COLUMNS_FIRST: with its own blur, for CPUs and for GPUs.
#include "common.clh"

// What lacks, and how much of it is added.
#define SHARPENED(own, detail, amount, threshold) ((own) + ((detail)-clamp(detail, -(threshold), threshold)) * (amount))

#ifdef STRIPS
// arguments: amount and threshold.
#define STRIP_RESULT(blurred, from, arguments) sharpened(load_16(from), blurred, arguments)
static inline float16 sharpened(float16 own, float16 blurred, float2 arguments) {
    const float16 detail = own - blurred;
    return SHARPENED(own, detail, arguments.x, arguments.y);
}
#include "gaussian_strips.clh"

KERNEL void unsharp_mask_strips(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                                int height, int radius, int strip_width, int strip_height, int pitch,
                                local float* strip, local float* blurred, float amount, float threshold) {
    const Strip cut = {strip_width, strip_height, radius, pitch};
    blur_strip(cut, src, dst, weights, width, height, strip, blurred, (float2)(amount, threshold));
}
#elif defined(COLUMNS_FIRST)
#include "gaussian_columns.clh"

KERNEL void unsharp_mask_columns_first(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights,
                                       int width, int height, float amount, float threshold) {
    local float4 lines[ROWS * LINE];
    const Block own = own_block(width);
    lay_blurred_columns(own, src, weights, RADIUS, width, height, lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.helps) return;
    UNROLL_FOR (int p = 0; p < ROWS; ++p) {
        if (own.y + p >= height) continue;
        const FLOATS samples = own_floats(src, own.x, own.y + p, width);
        const FLOATS detail = samples - BLURRED_ROW(lines, p, weights, RADIUS);
        const FLOATS sharpened = SHARPENED(samples, detail, amount, threshold);
        put_run(RUN_OF_FLOATS(sharpened), src, dst, own.x, own.y + p, width);
    }
}
#else
#include "bordered_runs.clh"

KERNEL void unsharp_mask_finish(global const SRC_PIXEL* src, global const float* blurred, global DST_PIXEL* dst,
                                int width, int height, float amount, float threshold) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const FLOATS own = TO_FLOATS(load_bordered(src, x, y, width, height));
    const FLOATS detail = own - load_floats(blurred, x, y, width);
    const FLOATS sharpened = SHARPENED(own, detail, amount, threshold);
    store_bordered(TO_DST_AS(DST_SAMPLES, sharpened), src, dst, x, y, width);
}
#endif
