// rotate and warp by affine maps on GPUs: a workgroup loads the box of the source that its tile needs into local
// memory, and interpolates from there. So each pixel is read from global memory once for each box, where the plain
// kernel reads it about four times, along slanted lines.
//
// The tile's corners map to a parallelogram of the source. The workgroup loads its bounding box, in order and by the
// border rule, and then interpolates from local memory. At 45 degrees a box has twice the area of its
// parallelogram. A work-item computes pixels of one column of the tile, `step` rows apart, and adds steps to its
// coordinates instead of multiplying. Coordinates are in steps of 2^-40 pixels; their upper words, in 256ths of a
// pixel, equal those of source_coordinate. 64 bits hold coordinates below 2^20 pixels. The host takes this variant only
// for these, and only if the box fits local memory (fitsTiles() in core/filters/geometry/warp_map.cpp).
//
// Pixels have up to 32 bits, and a place of the box is a word or holds them. tile_boxes.clh has both forms.
//
// The grid has a workgroup for each tile. Defines: TILE_WIDTH and TILE_HEIGHT; BOX_WIDTH and BOX_HEIGHT, the largest
// box of a tile.
#include "geometry/warp/sampling.clh"
#include "geometry/warp/tile_boxes.clh"

// The smallest coordinate of the tile's four corners along an axis.
INLINE long smallest_coordinate(long first, long step_x, long step_y) {
    return first + min(step_x, 0L) * (TILE_WIDTH - 1) + min(step_y, 0L) * (TILE_HEIGHT - 1);
}

// `places`: of u and of v, the step across, the step down and the coordinate of the first pixel plus half a step.
KERNEL void warp_tiles(global const pixel_t* src, global pixel_t* dst, global const long* places, int source_width,
                       int source_height, int width, int height) {
    local place_t box[BOX_PLACES];
    const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    const int left = get_group_id(0) * TILE_WIDTH, top = get_group_id(1) * TILE_HEIGHT;
    const long tile_u = places[0] * left + places[1] * top + places[2];
    const long tile_v = places[3] * left + places[4] * top + places[5];
    const int box_x = (int)(smallest_coordinate(tile_u, places[0], places[1]) >> 40);
    const int box_y = (int)(smallest_coordinate(tile_v, places[3], places[4]) >> 40);
    // The whole box is beyond a constant border.
    const bool empty = BORDER == BORDER_CONSTANT && (box_x >= source_width || box_y >= source_height ||
                                                     box_x + BOX_WIDTH < 0 || box_y + BOX_HEIGHT < 0);
    if (!empty) fill_box(src, box_x, box_y, source_width, source_height, box);
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = left + item % TILE_WIDTH;
    const int step = items / TILE_WIDTH;
    long u = tile_u + places[0] * (item % TILE_WIDTH) + places[1] * (item / TILE_WIDTH) - ((long)box_x << 40);
    long v = tile_v + places[3] * (item % TILE_WIDTH) + places[4] * (item / TILE_WIDTH) - ((long)box_y << 40);
    const long step_u = places[1] * step, step_v = places[4] * step;
    const int end = x < width ? min(top + TILE_HEIGHT, height) : 0;
    for (int y = top + item / TILE_WIDTH; y < end; y += step, u += step_u, v += step_v) {
        const uint across = (uint)(u >> 32), down = (uint)(v >> 32);
        const uint place = (down >> 8) * BOX_WIDTH + (across >> 8);
        dst[(size_t)y * width + x] = empty ? (pixel_t)(0) : sampled_in_box(box, place, across & 255u, down & 255u);
    }
}
