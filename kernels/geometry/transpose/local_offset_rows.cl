// The transposition through a tile in local memory whose odd rows are offset: a workgroup reads and writes global
// memory along rows. The plain kernel writes every pixel to another cache line.
//
// A workgroup moves a tile (tile_moves.clh). It has its
// even rows in the first half and its odd rows in the second, PADDING words further on. The layout is here to show that
// it gains nothing over rows that follow one another. A GPU of 32 banks, one word of 4 bytes wide each, loads 32 words
// at once if they lie in different banks. Two rows of a tile of 16 words do so in either layout: loading the tile has
// no conflicts. Storing it reads two columns of 16 rows. In either layout these lie in four banks, so that eight words
// wait for each other. Wider pixels change nothing. local_padded.cl has no such conflicts.
//
// There is one workgroup per tile, of any shape. Defines: TILE, 16; PADDING, 16, the words between the halves;
// QUARTER_TURN (quarter_turns.clh).

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
