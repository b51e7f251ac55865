// The transposition through a padded tile in local memory (Ruetsch and Micikevicius 2009).
//
// A workgroup moves a tile (tile_moves.clh), so that it reads and writes global memory along rows. Work-items that
// store a row of the result read a column of the tile. Without padding, all pixels of a column would be in one bank of
// local memory, and be read one after another. One pixel of padding in each row puts them into different banks.
//
// Defines: TILE; PADDING, the pixels behind each row.
#include "prelude/prelude.clh"

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
