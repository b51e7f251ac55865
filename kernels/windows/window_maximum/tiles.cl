// Window extremes in one pass for GPUs: each workgroup computes a tile, down the columns, then along the rows.
//
// A workgroup is a line of LINE work-items. Each one owns a word of 4 bytes in every row of the tile. It loads the
// words of a column, coalesced with its neighbours' loads, and slides the window down them (tile_columns.clh).
// The columns' extremes go to local memory. After a barrier, work-items slide along the rows there
// (tile_rows.clh), and each writes aligned vectors of 16 bytes. Source and result cross global memory once, for
// any window, format and width. Sharing among windows follows van Herk (sliding_extremes.clh).
//
// A row of the image may begin at any byte, so that its aligned vectors begin up to 15 bytes before the tile's first
// column. This number of bytes is the row's phase. Lines in local memory are shifted by the whole words of the phase.
//
// Defines: K, LINE, TILE_ROWS, PEAKS (result.clh), EXTREMES (see below). ALIGNED is 1 if every row begins at a
// multiple of 16 bytes. LEFT_WORDS and OWN_WORDS are words of a line: before the tile's output, and of the output.
// LINE_PITCH are words from line to line in local memory. LINE_PAD words before a line align the output to vectors.
// DOWN_ROWS are the rows computed per load; DOWN_GROUP and ALONG_GROUP are windows that share samples.
// core/filters/windows/extreme_tiles.h is the host side.
#include "prelude/prelude.clh"
#include "prelude/rounding.clh"
#include "unaligned_words.clh"

#define PAIR_ROWS 1 // a packed pair has a sample of row y and one of the next row
#include "windows/packed_pairs.clh"
typedef packed_pair_t keys_t;
#include "windows/window_maximum/result.clh"
#include "windows/sliding_extremes.clh"

// The values of EXTREMES. MAXIMUM_MINUS_MINIMUM keeps a second tile in local memory, with the minima.
enum { MAXIMUM_ONLY, MINIMUM_ONLY, MAXIMUM_MINUS_MINIMUM };

enum {
    PIXEL_BYTES = sizeof(pixel_t),
    WORD_PIXELS = PIXEL_BYTES < 4 ? 4 / PIXEL_BYTES : 1, // above 1 for gray integers
    VECTOR_PIXELS = 16 / PIXEL_BYTES,
    HAS_BYTE_PHASE = !ALIGNED && WORD_PIXELS > 1, // a row's vectors may begin within a word
    RADIUS = K / 2,
    TILE_WORDS = TILE_ROWS * LINE_PITCH
};

// The bytes by which the aligned vectors of row y begin before the tile's columns.
INLINE int phase_of(int y, int row_bytes) { return ALIGNED ? 0 : (int)((uint)y * (uint)row_bytes & 15u); }

#include "windows/window_maximum/tile_columns.clh"
#include "windows/window_maximum/tile_rows.clh"

KERNEL void window_maximum_tiles(global const pixel_t* src, global pixel_t* dst, int width, int height, float threshold,
                                 local uint4* vectors) {
    const int item = get_local_id(0);
    const int x = (int)get_group_id(0) * OWN_WORDS * 4, y = (int)get_group_id(1) * TILE_ROWS; // x in bytes
    const int row_bytes = width * PIXEL_BYTES;
    local uint* tile = (local uint*)vectors;

    local uint* column = tile + LINE_PAD + item;
    const int at = x + (item - LEFT_WORDS) * 4; // may lie outside the row
    if (y >= RADIUS && y + TILE_ROWS + RADIUS < height && row_bytes >= 8)
        for (int first = 0; first < TILE_ROWS; first += DOWN_ROWS)
            fill_column((global const uchar*)src, at, y, first, width, height, true, column);
    else
        for (int first = 0; first < TILE_ROWS && y + first < height; first += DOWN_ROWS)
            fill_column((global const uchar*)src, at, y, first, width, height, false, column);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (SPREADS_PIXELS) {
        spread_rows(vectors, item, EXTREMES == MINIMUM_ONLY);
        if (EXTREMES == MAXIMUM_MINUS_MINIMUM) spread_rows(vectors + TILE_WORDS / 4, item, true);
    }

    const int row_vectors = OWN_WORDS / 4;
    for (int task = item; task < row_vectors * (TILE_ROWS / ALONG_ROWS); task += LINE) {
        const int vector = task % row_vectors, row = task / row_vectors * ALONG_ROWS;
        if (y + row >= height) return;
        make_vectors(tile + row * LINE_PITCH + LINE_PAD + LEFT_WORDS + 4 * vector, (global const uchar*)src,
                     (global uchar*)dst, x + 16 * vector, y + row, width, height, threshold);
    }
}
