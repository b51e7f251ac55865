// box by rows and then columns: each work-item adds k samples of its row, and in a second kernel k sums of its column.
// The plain kernel adds k x k samples. Samples and sums come from local memory, so that a workgroup loads every sample
// once.
//
// A workgroup loads its pixels and the halo of `radius` pixels that their windows cover, by the border's rule. The
// first kernel stores the sums of rows, the second one means. Neighbouring work-items load and read neighbouring
// pixels. `tile` is local memory for the workgroup and its halo.
#include "scans/box/window_sums.clh"

KERNEL void box_local_rows(global const pixel_t* src, global row_t* rows, int width, int height, int radius,
                           local pixel_t* tile) {
    const int x = get_global_id(0), y = get_global_id(1);
    const int tile_width = (int)get_local_size(0) + 2 * radius;
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    local pixel_t* const line = tile + get_local_id(1) * tile_width;
    for (int i = get_local_id(0); i < tile_width; i += get_local_size(0)) {
        const int from = border_index(left + i, width);
        line[i] = is_inside(from) ? src[min(y, height - 1) * width + from] : (pixel_t)(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    local const pixel_t* const window = line + get_local_id(0);
    total_t total = (total_t)(0);
    for (int group = 0; group <= 2 * radius; group += GROUP) {
        total_t part = (total_t)(0);
        for (int i = group; i < min(group + GROUP, 2 * radius + 1); ++i) part += convert_total(window[i]);
        total += part;
    }
    rows[y * width + x] = convert_row(total);
}

KERNEL void box_local_columns(global const pixel_t* src, global const row_t* rows, global out_pixel_t* dst, int width,
                              int height, int radius, local row_t* tile) {
    const int x = get_global_id(0), y = get_global_id(1);
    const int tile_width = get_local_size(0), tile_height = (int)get_local_size(1) + 2 * radius;
    const int top = (int)(get_group_id(1) * get_local_size(1)) - radius;
    local row_t* const column = tile + get_local_id(0);
    for (int j = get_local_id(1); j < tile_height; j += get_local_size(1)) {
        const int from = border_index(top + j, height);
        column[j * tile_width] = is_inside(from) ? rows[from * width + min(x, width - 1)] : (row_t)(0);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    local const row_t* const window = column + get_local_id(1) * tile_width;
    total_t total = (total_t)(0);
    for (int group = 0; group <= 2 * radius; group += GROUP) {
        total_t part = (total_t)(0);
        for (int i = group; i < min(group + GROUP, 2 * radius + 1); ++i) part += convert_total(window[i * tile_width]);
        total += part;
    }
    dst[y * width + x] = with_alpha_of(src[y * width + x], mean_of(total, 2 * radius + 1));
}
