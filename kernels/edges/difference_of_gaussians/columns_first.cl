// difference-of-gaussians on GPUs with few taps: a workgroup blurs the columns of its block of rows into local memory,
// once for each blur. Then each work-item blurs along the rows and subtracts. A blur of k taps costs 2 k products a
// pixel, not the k x k of the plain kernel.
//
// A workgroup is a line of ITEMS work-items (gaussian_columns.clh), and a work-item makes a segment of LANES samples at
// a time. Nothing but the image is read from global memory, and both blurs share its rows in the cache. With many taps
// the lines and the work-items that only help cost more than that saves. Defines: NARROW_RADIUS and WIDE_RADIUS, of the
// first and of the second blur; either may be the greater, which is RADIUS. SIGNED, how negative results are
// stored (signed_results.clh); HAS_GAIN, 0 if the factor `gain` is 1; those of gaussian_columns.clh.
#include "windows/gaussian_columns.clh"
#include "edges/signed_results.clh"

KERNEL void difference_of_gaussians_columns_first(global const pixel_t* src, global out_pixel_t* dst,
                                                  constant float* narrow, constant float* wide, int width, int height,
                                                  int gain) {
    local float4 narrow_lines[ROWS * LINE], wide_lines[ROWS * LINE];
    const column_segment_t own = own_block(width);
    lay_blurred_columns(own, src, narrow, NARROW_RADIUS, width, height, narrow_lines);
    lay_blurred_columns(own, src, wide, WIDE_RADIUS, width, height, wide_lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.helps) return;
    UNROLL_FOR (int p = 0; p < ROWS; ++p) {
        if (own.y + p >= height) continue;
        floats_t difference =
            blurred_row(narrow_lines, p, narrow, NARROW_RADIUS) - blurred_row(wide_lines, p, wide, WIDE_RADIUS);
        if (HAS_GAIN) difference *= (float)gain;
        if (SIGNED == ABSOLUTE) difference = fabs(difference);
        if (SIGNED == OFFSET) difference += (float)HALF_SCALE;
        put_segment(segment_of_floats(difference), src, dst, own.x, own.y + p, width);
    }
}
