// Gaussian blur in one kernel, columns first: a work-item blurs a segment down its columns in registers, and from local
// memory along the rows. That is 2 k products for k taps a side, where the plain kernel has k x k for each pixel.
//
// gaussian_columns.clh says how a workgroup, a line of ITEMS work-items, divides a line of segments, and which
// work-items only help the others. Here each work-item rounds its blurred segment and stores it, with the alpha of the
// source. A work-item makes ROWS rows, so that a loaded row serves several sums: 8 rows of gray, or 4 of RGBA. The grid
// has a line of workgroups for each ROWS rows. The variant suits small radii: the sums of a segment fit the registers,
// and few work-items are helpers. fused.cl serves larger ones. weights holds 2 RADIUS + 1 floats.
#include "windows/gaussian_columns.clh"

KERNEL void gaussian_columns_first(global const pixel_t* src, global out_pixel_t* dst, constant float* weights,
                                   int width, int height) {
    local float4 lines[ROWS * QUADS_PER_ROW];
    const column_segment_t own = own_segment(width);
    lay_blurred_columns(own, src, weights, RADIUS, width, height, lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.only_helps) return;
    UNROLL_FOR (int row = 0; row < ROWS; ++row)
        if (own.y + row < height)
            put_segment(segment_of_floats(blurred_row(lines, row, weights, RADIUS)), src, dst, own.x, own.y + row,
                        width);
}
