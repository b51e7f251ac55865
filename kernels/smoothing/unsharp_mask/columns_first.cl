// unsharp-mask on GPUs for small radii: a workgroup blurs the columns of its rows into local memory, and then along the
// rows, and sharpens at once. A blur of k taps a side costs 2 k products a pixel, where the plain kernel has k x k.
//
// A workgroup is a line of work-items. Each blurs the columns of its segment in registers and leaves them in local
// memory (gaussian_columns.clh). After a barrier the workgroup blurs along the rows from there, and sharpens each
// segment before it stores anything. Only the image is read from global memory, and no plane of floats is written. The
// grid has a work-item for each block of ROWS rows of a segment; those at the ends of a line only help the others.
// Defines: RADIUS; those of gaussian_columns.clh.
#include "smoothing/unsharp_mask/sharpened.clh"
#include "windows/gaussian_columns.clh"

KERNEL void unsharp_mask_columns_first(global const pixel_t* src, global out_pixel_t* dst, constant float* weights,
                                       int width, int height, float amount, float threshold) {
    local float4 lines[ROWS * QUADS_PER_ROW];
    const column_segment_t own = own_segment(width);
    lay_blurred_columns(own, src, weights, RADIUS, width, height, lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.only_helps) return;
    UNROLL_FOR (int row = 0; row < ROWS; ++row) {
        if (own.y + row >= height) continue;
        const floats_t samples = own_floats(src, own.x, own.y + row, width);
        const floats_t result = sharpened(samples, blurred_row(lines, row, weights, RADIUS), amount, threshold);
        put_segment(segment_of_floats(result), src, dst, own.x, own.y + row, width);
    }
}
