// difference-of-gaussians on GPUs with few taps: a workgroup blurs the columns of its block of rows into local memory,
// once for each blur. Then each work-item blurs along the rows and subtracts. A blur of k taps costs 2 k products a
// pixel, not the k x k of the plain kernel.
//
// A workgroup is a line of ITEMS work-items (gaussian_columns.clh), and a work-item makes a segment of LANES samples at
// a time. Nothing but the image is read from global memory, and both blurs share its rows in the cache; the variant
// composed writes planes of floats and reads them again. With many taps composed is faster: the lines and the
// work-items that only help then cost more than its planes. Defines: FIRST_RADIUS and SECOND_RADIUS, those of the
// blurs. The second blur is subtracted. Either radius may be the greater one, which is RADIUS. Those of
// gaussian_columns.clh and signed_difference.clh.
#include "windows/gaussian_columns.clh"
#include "edges/difference_of_gaussians/signed_difference.clh"

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
        const floats_t difference = blurred_row(first_lines, row, first_weights, FIRST_RADIUS) -
                                    blurred_row(second_lines, row, second_weights, SECOND_RADIUS);
        put_segment(segment_of_floats(with_gain_and_sign(difference, gain)), src, dst, own.x, own.y + row, width);
    }
}
