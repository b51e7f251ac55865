// The transposition for CPUs: a work-item moves a tile that is as wide and as high as a cache line. It uses all of each
// line that it loads or stores, where the plain kernel touches another line for every pixel that it writes.
//
// A work-item moves LINE x LINE pixels by way of private memory. It uses all of a cache line that it loads before other
// lines displace it, and fills a line that it stores at once. Where rows do not begin at a multiple of a cache line, a
// row of the tile lies in two lines, which neighbouring tiles share. Blocks of BLOCK x BLOCK pixels, with BLOCK pixels
// in 16 bytes, are transposed in registers. Their rows i and i + BLOCK / 2 are interleaved, log2 BLOCK times (the
// perfect shuffle of Stone 1971). The last tiles of a row or column begin earlier, so that they end at the image's
// edge. What they share with their neighbours is written twice, with the same pixels.
//
// The grid has a work-item for each tile. Defines: LINE, 64 bytes or at least 8 pixels; BLOCK (16, 8, 4, 2 or 1);
// QUARTER_TURN (quarter_turns.clh).

#include "geometry/transpose/quarter_turns.clh"

#if BLOCK == 16
typedef uchar element_t;
typedef uchar16 vector_t;
#elif BLOCK == 8
typedef ushort element_t;
typedef ushort8 vector_t;
#elif BLOCK == 4
typedef uint element_t;
typedef uint4 vector_t;
#elif BLOCK == 2
typedef ulong element_t;
typedef ulong2 vector_t;
#else
typedef uint4 element_t;
typedef uint4 vector_t;
#endif

// The rows of an image begin at any address. (PoCL's vstore would store the elements one by one.)
typedef vector_t unaligned_vector_t __attribute__((aligned(sizeof(element_t))));

enum { LINE_VECTORS = LINE / BLOCK };

// One perfect shuffle of the rows: element k of the first half goes to place 2 k, of the second half to 2 k + 1.
INLINE void shuffle(vector_t* rows) {
    vector_t shuffled[BLOCK];
    UNROLL_FOR (int i = 0; i < BLOCK / 2; ++i) {
        shuffled[2 * i].even = rows[i].lo, shuffled[2 * i].odd = rows[i + BLOCK / 2].lo;
        shuffled[2 * i + 1].even = rows[i].hi, shuffled[2 * i + 1].odd = rows[i + BLOCK / 2].hi;
    }
    UNROLL_FOR (int i = 0; i < BLOCK; ++i) rows[i] = shuffled[i];
}

// The shuffles are written out: a compiler that does not unroll a loop over them keeps the rows in memory.
INLINE void transpose_block(vector_t* rows) {
    if (BLOCK >= 2) shuffle(rows);
    if (BLOCK >= 4) shuffle(rows);
    if (BLOCK >= 8) shuffle(rows);
    if (BLOCK >= 16) shuffle(rows);
}

INLINE void move_tile(global const element_t* src, global element_t* dst, int source_pitch, int result_pitch) {
    vector_t tile[LINE * LINE_VECTORS];
    for (int y = 0; y < LINE; y += BLOCK)
        for (int x = 0; x < LINE; x += BLOCK) {
            vector_t rows[BLOCK];
            UNROLL_FOR (int i = 0; i < BLOCK; ++i)
                rows[i] = *(global const unaligned_vector_t*)(src + (y + i) * source_pitch + x);
            transpose_block(rows);
            UNROLL_FOR (int i = 0; i < BLOCK; ++i) tile[(x + i) * LINE_VECTORS + y / BLOCK] = rows[i];
        }
    for (int x = 0; x < LINE; ++x)
        for (int i = 0; i < LINE_VECTORS; ++i)
            *(global unaligned_vector_t*)(dst + x * result_pitch + i * BLOCK) = tile[x * LINE_VECTORS + i];
}

KERNEL void transpose_cache_lines(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    if ((int)get_global_id(0) * LINE >= width || (int)get_global_id(1) * LINE >= height) return;
    const int left = min((int)get_global_id(0) * LINE, max(0, width - LINE));
    const int top = min((int)get_global_id(1) * LINE, max(0, height - LINE));
    if (width >= LINE && height >= LINE) {
        move_tile((global const element_t*)(src + source_row(top, height) * width + left),
                  (global element_t*)(dst + result_row(left, width) * height + top),
                  QUARTER_TURN == CLOCKWISE ? -width : width, QUARTER_TURN == COUNTER_CLOCKWISE ? -height : height);
        return;
    }
    for (int x = left; x < min(left + LINE, width); ++x)
        for (int y = top; y < min(top + LINE, height); ++y)
            dst[result_row(x, width) * height + y] = src[source_row(y, height) * width + x];
}
