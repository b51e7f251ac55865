// difference_of_gaussians: the difference of two Gaussian blurs of the image, a narrow one and a wide one.
//
// The composed variant blurs in passes of gaussian, and the kernel here subtracts the two planes of floats. It computes
// a segment of LANES samples in each work-item. With COLUMNS_FIRST a single kernel does it all, for GPUs. A workgroup
// then blurs the columns of its block of rows twice and keeps both results in local memory (gaussian_columns.clh).
// After a barrier each work-item blurs the rows and subtracts. Nothing but the image is read from global memory, and
// both blurs share its rows in the cache; that is why it wins for few taps. A workgroup is a line of ITEMS work-items.
//
// Defines: SIGNED, how negative results are stored (signed_results.clh); HAS_GAIN, 0 if the factor `gain` is 1;
// NARROW_RADIUS and WIDE_RADIUS, of both blurs; and those of gaussian_columns.clh.
#include "prelude/prelude.clh"
#include "edges/signed_results.clh"
#ifdef COLUMNS_FIRST
#include "windows/gaussian_columns.clh"
#else
#include "bordered_segments.clh"
#endif
#include "prelude/segments.clh"

INLINE floats_t finished(floats_t difference, int gain) {
    if (HAS_GAIN) difference *= (float)gain;
    if (SIGNED == ABSOLUTE) difference = fabs(difference);
    if (SIGNED == OFFSET) difference += (float)HALF_SCALE;
    return difference;
}

#ifdef COLUMNS_FIRST
// NARROW_RADIUS is that of the first blur and WIDE_RADIUS that of the second, whichever is greater.
KERNEL void difference_of_gaussians_columns_first(global const pixel_t* src, global out_pixel_t* dst,
                                                  constant float* narrow, constant float* wide, int width, int height,
                                                  int gain) {
    local float4 narrow_lines[ROWS * LINE], wide_lines[ROWS * LINE];
    const column_segment_t own = own_block(width);
    lay_blurred_columns(own, src, narrow, NARROW_RADIUS, width, height, narrow_lines);
    lay_blurred_columns(own, src, wide, WIDE_RADIUS, width, height, wide_lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.helps) return;
#if UNROLLED
#pragma unroll
#endif
    for (int p = 0; p < ROWS; ++p) {
        if (own.y + p >= height) continue;
        const floats_t difference =
            blurred_row(narrow_lines, p, narrow, NARROW_RADIUS) - blurred_row(wide_lines, p, wide, WIDE_RADIUS);
        put_segment(segment_of_floats(finished(difference, gain)), src, dst, own.x, own.y + p, width);
    }
}
#else
KERNEL void difference_of_gaussians_finish(global const pixel_t* src, global const float* narrow,
                                           global const float* wide, global out_pixel_t* dst, int width, int height,
                                           int gain) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const floats_t difference = load_floats(narrow, x, y, width) - load_floats(wide, x, y, width);
    store_bordered(to_out_segment(finished(difference, gain)), src, dst, x, y, width);
}
#endif
