// The transposition through a padded tile in local memory: a workgroup reads and writes global memory along rows
// (Ruetsch and Micikevicius 2009). The plain kernel writes every pixel to another cache line.
//
// A workgroup moves a tile of TILE x TILE pixels (tile_moves.clh). Work-items that store a row of the result read a
// column of the tile. Without padding, the pixels of a column would lie in few banks of local memory, and be read one
// after another. PADDING pixels after each row spread them over the banks. There is one workgroup per tile, of any
// shape.
//
// Defines: TILE, 32; PADDING, 1; QUARTER_TURN for quarter turns (quarter_turns.clh).

// tile_moves.clh expects this type and place_in_tile().
typedef pixel_t tile_pixel_t;
enum { TILE_PITCH = TILE + PADDING };

INLINE int place_in_tile(int column, int row) { return row * TILE_PITCH + column; }

#include "geometry/transpose/tile_moves.clh"

KERNEL void transpose_local_padded(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    local tile_pixel_t tile[TILE * TILE_PITCH];
    const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    load_tile(src, tile, left, top, width, height);
    barrier(CLK_LOCAL_MEM_FENCE);
    store_tile(tile, dst, left, top, width, height);
}
