// unsharp_mask: adds to each sample the detail that its Gaussian blur has lost.
//
// Detail below a threshold is not added. Three variants differ in where the blur is computed. STRIPS blurs strips of
// the image in a CPU's cache (gaussian_strips.clh), and each segment of the blur becomes a result at once.
// COLUMNS_FIRST blurs a workgroup's block in local memory, for GPUs of small radius (gaussian_columns.clh). Otherwise
// passes of gaussian leave the blur in a plane of floats. The kernel here combines it with the image, a segment of
// LANES samples in each work-item. The first two save that plane, which limits the third.
#include "prelude/prelude.clh"
#include "prelude/segments.clh"

// The threshold limits what is taken from the detail; `amount` scales the rest.
INLINE floats_t sharpened(floats_t own, floats_t blurred, float amount, float threshold) {
    const floats_t detail = own - blurred;
    return own + (detail - clamp(detail, -threshold, threshold)) * amount;
}

#ifdef STRIPS
// The hook of gaussian_strips.clh; `arguments` are the amount and the threshold.
#define STRIP_RESULT(blurred, from, arguments) sharpened(load_16(from), blurred, arguments.x, arguments.y)
#include "windows/gaussian_strips.clh"

KERNEL void unsharp_mask_strips(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                                int height, int radius, int strip_width, int strip_height, int pitch,
                                local float* strip, local float* blurred, float amount, float threshold) {
    const strip_t cut = {strip_width, strip_height, radius, pitch};
    blur_strip(cut, src, dst, weights, width, height, strip, blurred, (float2)(amount, threshold));
}
#elif defined(COLUMNS_FIRST)
#include "windows/gaussian_columns.clh"

KERNEL void unsharp_mask_columns_first(global const pixel_t* src, global out_pixel_t* dst, constant float* weights,
                                       int width, int height, float amount, float threshold) {
    local float4 lines[ROWS * LINE];
    const column_segment_t own = own_block(width);
    lay_blurred_columns(own, src, weights, RADIUS, width, height, lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.helps) return;
#if UNROLLED
#pragma unroll
#endif
    for (int p = 0; p < ROWS; ++p) {
        if (own.y + p >= height) continue;
        const floats_t samples = own_floats(src, own.x, own.y + p, width);
        const floats_t result = sharpened(samples, blurred_row(lines, p, weights, RADIUS), amount, threshold);
        put_segment(segment_of_floats(result), src, dst, own.x, own.y + p, width);
    }
}
#else
#include "bordered_segments.clh"

KERNEL void unsharp_mask_finish(global const pixel_t* src, global const float* blurred, global out_pixel_t* dst,
                                int width, int height, float amount, float threshold) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const floats_t own = convert_floats(load_bordered(src, x, y, width, height));
    const floats_t result = sharpened(own, load_floats(blurred, x, y, width), amount, threshold);
    store_bordered(to_out_segment(result), src, dst, x, y, width);
}
#endif
