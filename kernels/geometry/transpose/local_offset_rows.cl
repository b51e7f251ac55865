// The transposition through a tile in local memory whose odd rows are offset.
//
// A workgroup moves a tile (tile_moves.clh), so that it reads and writes global memory along rows. The tile has its
// even rows in the first half and its odd rows in the second, PADDING words further on. With a tile of 16, the two rows
// that 32 work-items touch at once are then in different banks of local memory. The pixels of a column are not, but the
// tile needs little memory. The column pass of Mali's blurs is laid out like this.
//
// There is one workgroup per tile, of any shape. Defines: TILE, 16; PADDING, 16, the words between the halves;
// QUARTER_TURN (quarter_turns.clh).
#include "prelude/prelude.clh"

// The banks of local memory are words, so that smaller pixels take a word each.
#if SRC_CHANNELS == 1
typedef value_t tile_pixel_t;
#else
typedef pixel_t tile_pixel_t;
#endif

INLINE int place_in_tile(int column, int row) {
    return row / 2 * TILE + row % 2 * (TILE / 2 * TILE + PADDING) + column;
}

#include "geometry/transpose/tile_moves.clh"

KERNEL void transpose_local_offset_rows(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    local tile_pixel_t tile[TILE * TILE + PADDING];
    const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    load_tile(src, tile, left, top, width, height);
    barrier(CLK_LOCAL_MEM_FENCE);
    store_tile(tile, dst, left, top, width, height);
}
