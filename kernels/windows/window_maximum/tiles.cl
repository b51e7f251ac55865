// Window extremes (maxima are dilation, minima erosion) in one pass for GPUs: each workgroup computes a tile of the
// result.
//
// K is the side of the square window. A workgroup is a line of LINE work-items, and each owns a word of 4 bytes in
// every row of the tile. It loads the words of its column, coalesced with its neighbours' loads, and slides the window
// down them (tile_columns.clh). After a barrier, work-items slide along the rows of the columns' extremes in local
// memory, and each writes aligned vectors of 16 bytes (tile_rows.clh). The result is written once, at any width. Of the
// source, halo rows are loaded again for every DOWN_ROWS rows, mostly from the cache; PEAKS loads the source once more.
// Neighbouring tiles both load the words between them. Neighbouring windows share comparisons after van Herk
// (sliding_extremes.clh).
//
// A row may begin at any byte: row y begins `phase` bytes past a 16-byte boundary. Its output tile therefore starts
// `phase` bytes further left. Columns are stored phase / 4 words to the right. When rows are read back from local
// memory, the remaining 0 to 3 bytes are shifted out.
#include "prelude/prelude.clh"
#include "prelude/rounding.clh"
#include "unaligned_words.clh"

#define PAIR_ROWS 1 // a packed pair has a sample of row y and one of the next row
#include "windows/packed_pairs.clh"
typedef packed_pair_t keys_t; // the sort keys that are compared at once: those of a pair here
#include "windows/window_maximum/result.clh"
#include "windows/sliding_extremes.clh"

// Defines, from core/filters/windows/extreme_tiles.cpp. LINE is the group size, a multiple of 4; the host chooses 128
// to 512. The other names with LINE are about lines of local memory. LEFT_WORDS and OWN_WORDS are words of a line:
// before the tile's output, and of the output. LINE_PITCH is the distance of lines, and LINE_PAD words before a line
// align the output to vectors. A tile has TILE_ROWS rows. DOWN_ROWS of them are computed from one load of DOWN_ROWS + K
// - 1 words of a column; DOWN_GROUP and ALONG_GROUP are the numbers of windows that share comparisons. ALIGNED is 1 if
// every row begins at a multiple of 16 bytes. PEAKS is for local-maximum's peaks (result.clh). MINIMUM is 0, because
// EXTREMES says which extremes.
//
// Buffers begin at multiples of 16 bytes. The host counts enough tiles to cover the largest phase beside the row.
//
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

// The bytes by which row y begins past a 16-byte boundary, and its output tile before the tile's columns.
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
    // Inner tiles load without checks. The row below must exist, and a row must hold the two words of an unaligned
    // load.
    if (y >= RADIUS && y + TILE_ROWS + RADIUS < height && row_bytes >= 8)
        for (int first = 0; first < TILE_ROWS; first += DOWN_ROWS)
            fill_column((global const uchar*)src, at, y, first, width, height, true, column);
    else
        for (int first = 0; first < TILE_ROWS && y + first < height; first += DOWN_ROWS)
            fill_column((global const uchar*)src, at, y, first, width, height, false, column);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (PREREDUCES) {
        prereduce_rows(vectors, item, EXTREMES == MINIMUM_ONLY);
        if (EXTREMES == MAXIMUM_MINUS_MINIMUM) prereduce_rows(vectors + TILE_WORDS / 4, item, true);
    }

    const int row_vectors = OWN_WORDS / 4;
    for (int task = item; task < row_vectors * (TILE_ROWS / ALONG_ROWS); task += LINE) {
        const int vector = task % row_vectors, row = task / row_vectors * ALONG_ROWS;
        if (y + row >= height) return;
        make_vectors(tile + row * LINE_PITCH + LINE_PAD + LEFT_WORDS + 4 * vector, (global const uchar*)src,
                     (global uchar*)dst, x + 16 * vector, y + row, width, height, threshold);
    }
}
