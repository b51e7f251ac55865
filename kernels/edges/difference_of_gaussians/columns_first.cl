// difference-of-gaussians on GPUs with few taps: a workgroup blurs the columns of its block of rows into local memory,
// once for each blur. Then each work-item blurs along the rows and subtracts. A blur of k taps costs 2 k products a
// pixel, not the k x k of the plain kernel.
//
// A workgroup is a line of ITEMS work-items (gaussian_columns.clh), and a work-item makes a segment of LANES samples at
// a time. Nothing but the image is read from global memory, and both blurs share its rows in the cache; the variant
// composed writes planes of floats and reads them again. With many taps composed is faster: the lines and the
// work-items that only help then cost more than its planes.
//
// Defines: FIRST_RADIUS and SECOND_RADIUS, those of the blurs. The second blur is subtracted. Either radius may be the
// greater one, which is RADIUS. SIGN_RULE says how negative results are stored (signed_results.clh); CLIPPED needs no
// code here, because what stores the segment cuts negative integers off at 0. HAS_GAIN is 0 if the factor `gain` is 1.
// The other defines are those of gaussian_columns.clh.
#include "windows/gaussian_columns.clh"
#include "edges/signed_results.clh"

KERNEL void difference_of_gaussians_columns_first(global const pixel_t* src, global out_pixel_t* dst,
                                                  constant float* first_weights, constant float* second_weights,
                                                  int width, int height, int gain) {
    local float4 first_lines[ROWS * QUADS_PER_ROW], second_lines[ROWS * QUADS_PER_ROW];
    const column_segment_t own = own_segment(width);
    lay_blurred_columns(own, src, first_weights, FIRST_RADIUS, width, height, first_lines);
    lay_blurred_columns(own, src, second_weights, SECOND_RADIUS, width, height, second_lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.only_helps) return;
    UNROLL_FOR (int row = 0; row < ROWS; ++row) {
        if (own.y + row >= height) continue;
        floats_t difference = blurred_row(first_lines, row, first_weights, FIRST_RADIUS) -
                              blurred_row(second_lines, row, second_weights, SECOND_RADIUS);
        if (HAS_GAIN) difference *= (float)gain;
        if (SIGN_RULE == ABSOLUTE) difference = fabs(difference);
        if (SIGN_RULE == OFFSET) difference += (float)HALF_SCALE;
        put_segment(segment_of_floats(difference), src, dst, own.x, own.y + row, width);
    }
}
