// transpose: out(y,x) = in(x,y). width and height are the input's. The rotations by quarter turns are transpositions
// whose source rows (QUARTER_TURN 1, clockwise) or result rows (QUARTER_TURN 2) stand upside down.
#include "common.clh"

#ifndef QUARTER_TURN
#define QUARTER_TURN 0
#endif
#define SOURCE_ROW(y) (QUARTER_TURN == 1 ? height - 1 - (y) : (y))
#define RESULT_ROW(x) (QUARTER_TURN == 2 ? width - 1 - (x) : (x))

KERNEL void transpose_naive(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    dst[RESULT_ROW(x) * height + y] = src[SOURCE_ROW(y) * width + x];
}

// One workgroup of any shape moves one TILE x TILE tile through local memory, whose element `AT(column, row)` holds a
// pixel.
#ifdef TILE
#define THROUGH_TILE(tile, AT)                                                                                         \
    const uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);                                           \
    const uint items = get_local_size(0) * get_local_size(1);                                                          \
    const int left = get_group_id(0) * TILE;                                                                           \
    const int top = get_group_id(1) * TILE;                                                                            \
    for (uint i = item; i < TILE * TILE; i += items) {                                                                 \
        const int column = i % TILE, row = i / TILE;                                                                   \
        if (left + column < width && top + row < height)                                                               \
            tile[AT(column, row)] = src[SOURCE_ROW(top + row) * width + left + column];                                \
    }                                                                                                                  \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                      \
    for (uint i = item; i < TILE * TILE; i += items) {                                                                 \
        const int column = i / TILE, row = i % TILE;                                                                   \
        if (left + column < width && top + row < height)                                                               \
            dst[RESULT_ROW(left + column) * height + top + row] = tile[AT(column, row)];                               \
    }

// The padding column keeps the pixels of a tile's column in different banks of local memory.
#define AT_PADDED(column, row) ((row) * (TILE + 1) + (column))
KERNEL void transpose_local_padded(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    local SRC_PIXEL tile[TILE * (TILE + 1)];
    THROUGH_TILE(tile, AT_PADDED)
}

// Even rows in the first half, odd rows in the second, 16 words of padding between: the two rows that 32 work-items
// touch with a tile of 16 are in different banks, whatever the tile's pitch; the pixels of a column are not.
#if SRC_CHANNELS == 1
#define WORD_PIXEL SRC_WORD
#if SRC_IS_FLOAT
#define SRC_WORD float
#else
#define SRC_WORD uint
#endif
#else
#define WORD_PIXEL SRC_PIXEL
#endif
#define PADDING 16
#define AT_OFFSET(column, row) ((row) / 2 * TILE + (row) % 2 * (TILE / 2 * TILE + PADDING) + (column))
KERNEL void transpose_local_offset_rows(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    local WORD_PIXEL tile[TILE * TILE + PADDING];
    THROUGH_TILE(tile, AT_OFFSET)
}
#endif

// A tile of 128 bytes in both directions. A work-item loads 16 bytes from each of ROWS rows, as many as there are
// pixels in a word, and turns them into a word for each column: ROWS pixels below one another. A column of words in
// local memory is a row of the result. The 16-byte units of a column change places with the column's eighth of the
// tile, so that neither the words that a warp writes nor the units that it reads meet in a bank.
#ifdef PIXEL_BYTES
#if PIXEL_BYTES == 16
#define WORD uint4
#define ROWS 1
#elif PIXEL_BYTES == 8
#define WORD uint2
#define ROWS 1
#else
#define WORD uint
#define ROWS (4 / PIXEL_BYTES)
#endif
// Pixels in a side of the tile and in 16 bytes.
#define SIDE (128 / PIXEL_BYTES)
#define COLUMNS (16 / PIXEL_BYTES)
#define UNIT_WORDS (16 / (int)sizeof(WORD))

// Rows that begin anywhere are put together from words where a word may hold several pixels.
#define UNALIGNED_READS (!WIDE_READS && PIXEL_BYTES < 4)
#define UNALIGNED_WRITES (!WIDE_WRITES && PIXEL_BYTES < 4)
#if UNALIGNED_READS
#include "unaligned_words.clh"
static inline uint4 unaligned_block_row(global const SRC_PIXEL* from) {
    uint words[4];
    load_unaligned_words(from, words, 4);
    return (uint4)(words[0], words[1], words[2], words[3]);
}
// 16 bytes of a row in a tile that lies inside.
#define BLOCK_ROW(x, y) unaligned_block_row(src + SOURCE_ROW(y) * width + (x))
#else
#define BLOCK_ROW(x, y) block_row(src, x, y, width, height)
#endif

// 16 bytes of a row, as far as they are inside the image.
static inline uint4 block_row(global const SRC_PIXEL* src, int x, int y, int width, int height) {
    if (y >= height || x >= width) return (uint4)(0);
#if WIDE_READS
    return *(global const uint4*)(src + SOURCE_ROW(y) * width + x);
#else
    union {
        uint4 all;
        SRC_PIXEL pixels[COLUMNS];
    } row;
    row.all = (uint4)(0);
    for (int c = 0; c < COLUMNS; ++c)
        if (x + c < width) row.pixels[c] = src[SOURCE_ROW(y) * width + x + c];
    return row.all;
#endif
}

// Word c of the result has the pixels of column c, the first row's in its lowest bits.
static inline void turn_block(const uint4* rows, uint4* columns) {
#if PIXEL_BYTES == 1
    const uint low = 0x00FF00FFu, high = 0xFF00FF00u;
    const uint4 even01 = (rows[0] & low) | ((rows[1] & low) << 8), odd01 = ((rows[0] & high) >> 8) | (rows[1] & high);
    const uint4 even23 = (rows[2] & low) | ((rows[3] & low) << 8), odd23 = ((rows[2] & high) >> 8) | (rows[3] & high);
    const uint4 c0 = (even01 & 0xFFFFu) | (even23 << 16), c1 = (odd01 & 0xFFFFu) | (odd23 << 16);
    const uint4 c2 = (even01 >> 16) | (even23 & 0xFFFF0000u), c3 = (odd01 >> 16) | (odd23 & 0xFFFF0000u);
    columns[0] = (uint4)(c0.x, c1.x, c2.x, c3.x);
    columns[1] = (uint4)(c0.y, c1.y, c2.y, c3.y);
    columns[2] = (uint4)(c0.z, c1.z, c2.z, c3.z);
    columns[3] = (uint4)(c0.w, c1.w, c2.w, c3.w);
#elif PIXEL_BYTES == 2
    const uint4 even = (rows[0] & 0xFFFFu) | (rows[1] << 16), odd = (rows[0] >> 16) | (rows[1] & 0xFFFF0000u);
    columns[0] = (uint4)(even.x, odd.x, even.y, odd.y);
    columns[1] = (uint4)(even.z, odd.z, even.w, odd.w);
#else
    columns[0] = rows[0];
#endif
}

// The tile pixel by pixel, as far as it is inside.
#define PUT_PIXELS                                                                                                     \
    for (int i = item; i < SIDE * SIDE; i += items) {                                                                  \
        const int column = i / SIDE, row = i % SIDE;                                                                   \
        const int unit = (row / COLUMNS) ^ (column / COLUMNS);                                                         \
        if (left + column < width && top + row < height)                                                               \
            dst[RESULT_ROW(left + column) * height + top + row] =                                                      \
                ((local const SRC_PIXEL*)(tile + column * 8 + unit))[row % COLUMNS];                                   \
    }

#if UNALIGNED_WRITES
// Four bytes of a column of the tile.
#define TILE_WORD(column, word) tile[(column)*32 + (((word) / 4) ^ ((column) / COLUMNS)) * 4 + (word) % 4]

// A tile that lies inside, by whole warps: in each row of the result 32 whole words from the first one on, of which the
// last reaches into `below`, what is below the tile. What is before the first word comes from the tile above, if any.
static inline __attribute__((always_inline)) void put_columns(local const uint* tile, local const uint* below,
                                                              global DST_PIXEL* dst, int left, int top, int width,
                                                              int height) {
    const int item = get_local_id(0), word = item % 32, step = (int)get_local_size(0) / 32;
    global uchar* to = (global uchar*)(dst + RESULT_ROW(left + item / 32) * height + top);
    const long further = (long)(QUARTER_TURN == 2 ? -step : step) * height * PIXEL_BYTES;
    for (int column = item / 32; column < SIDE; column += step, to += further) {
        const uint phase = (uint)(uintptr_t)to & 3u;
        const uint low = TILE_WORD(column, word);
        const uint high = word < 31 ? TILE_WORD(column, word + 1) : below[column];
        const uint whole = (uint)(((ulong)high << 32 | low) >> ((0u - phase) * 8u & 31u));
        *(global uint*)(((uintptr_t)to + 4 * word + 3) & ~(uintptr_t)3) = whole;
    }
    if (top > SIDE) return;
    for (int column = item; column < SIDE; column += get_local_size(0)) {
        global uchar* const edge = (global uchar*)(dst + RESULT_ROW(left + column) * height + top);
        const int head = (int)((0u - (uint)(uintptr_t)edge) & 3u);
        for (int b = 0; b < head; ++b) edge[b] = (uchar)(TILE_WORD(column, 0) >> 8 * b);
    }
}
#endif

KERNEL void transpose_local_blocks(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    local uint4 tile[SIDE * 8];
    const int item = get_local_id(0);
    const int items = get_local_size(0);
    const int left = get_group_id(0) * SIDE;
    const int top = get_group_id(1) * SIDE;
    // Of tiles that lie inside, with a word's rows and one more below them, the word behind every 16 bytes is there.
    const bool inside = left + SIDE <= width && top + SIDE + ROWS < height && SOURCE_ROW(top) + 1 < height;
#if UNALIGNED_WRITES
    local uint below[SIDE];
    if (inside && item < 8) {
        uint4 rows[ROWS], columns[COLUMNS / 4];
        for (int r = 0; r < ROWS; ++r) rows[r] = BLOCK_ROW(left + item * COLUMNS, top + SIDE + r);
        turn_block(rows, columns);
        for (int c = 0; c < COLUMNS; ++c) below[item * COLUMNS + c] = ((const uint*)columns)[c];
    }
#endif
    for (int b = item; b < 8 * SIDE / ROWS; b += items) {
        const int eighth = b % 8, word = b / 8;
        union {
            uint4 all[ROWS];
            WORD words[COLUMNS];
        } columns;
        uint4 rows[ROWS];
        const int x = left + eighth * COLUMNS, y = top + word * ROWS;
        if (inside)
            for (int r = 0; r < ROWS; ++r) rows[r] = BLOCK_ROW(x, y + r);
        else
            for (int r = 0; r < ROWS; ++r) rows[r] = block_row(src, x, y + r, width, height);
        turn_block(rows, columns.all);
        const int place = ((word / UNIT_WORDS) ^ eighth) * UNIT_WORDS + word % UNIT_WORDS;
        for (int c = 0; c < COLUMNS; ++c)
            ((local WORD*)tile)[(eighth * COLUMNS + c) * 8 * UNIT_WORDS + place] = columns.words[c];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#if WIDE_WRITES
    for (int i = item; i < SIDE * 8; i += items) {
        const int column = i / 8, unit = i % 8;
        const int y = top + unit * COLUMNS;
        if (left + column < width && y < height)
            *(global uint4*)(dst + RESULT_ROW(left + column) * height + y) =
                tile[column * 8 + (unit ^ (column / COLUMNS))];
    }
#elif UNALIGNED_WRITES
    if (inside && items % 32 == 0) {
        put_columns((local const uint*)tile, below, dst, left, top, width, height);
        return;
    }
    PUT_PIXELS
#else
    PUT_PIXELS
#endif
}
#endif

// For CPUs: a work-item moves a tile of LINE x LINE pixels, a cache line in both directions, by way of private memory,
// so that lines are read and written whole. Blocks of N x N pixels, N of them to 16 bytes, turn in registers: log2 N
// times rows i and i + N / 2 are interleaved (the perfect shuffle of Stone 1971).
#ifdef LINE
#if N == 16
#define VECTOR uchar16
#define ELEMENT uchar
#elif N == 8
#define VECTOR ushort8
#define ELEMENT ushort
#elif N == 4
#define VECTOR uint4
#define ELEMENT uint
#elif N == 2
#define VECTOR ulong2
#define ELEMENT ulong
#else
#define VECTOR uint4
#define ELEMENT uint4
#endif

// Loops over a block's rows are written out: a compiler that does not unroll them keeps the rows in memory.
#define MIX(to, from, i)                                                                                               \
    to[2 * (i)].even = from[i].lo, to[2 * (i)].odd = from[i + N / 2].lo;                                               \
    to[2 * (i) + 1].even = from[i].hi, to[2 * (i) + 1].odd = from[i + N / 2].hi;
#if N == 1
#define ALL(DO, x) DO(x, 0)
#define TURN(rows, other)
#define TURNED rows
#elif N == 2
#define ALL(DO, x) DO(x, 0) DO(x, 1)
#define TURN(rows, other) MIX(other, rows, 0)
#define TURNED other
#elif N == 4
#define ALL(DO, x) DO(x, 0) DO(x, 1) DO(x, 2) DO(x, 3)
#define MIX_ALL(to, from) MIX(to, from, 0) MIX(to, from, 1)
#define TURN(rows, other) MIX_ALL(other, rows) MIX_ALL(rows, other)
#define TURNED rows
#else
#define MIX_4(to, from, i) MIX(to, from, i) MIX(to, from, i + 1) MIX(to, from, i + 2) MIX(to, from, i + 3)
#define ALL_8(DO, x, i)                                                                                                \
    DO(x, i) DO(x, i + 1) DO(x, i + 2) DO(x, i + 3) DO(x, i + 4) DO(x, i + 5) DO(x, i + 6) DO(x, i + 7)
#if N == 8
#define ALL(DO, x) ALL_8(DO, x, 0)
#define MIX_ALL(to, from) MIX_4(to, from, 0)
#define TURN(rows, other) MIX_ALL(other, rows) MIX_ALL(rows, other) MIX_ALL(other, rows)
#define TURNED other
#else
#define ALL(DO, x) ALL_8(DO, x, 0) ALL_8(DO, x, 8)
#define MIX_ALL(to, from) MIX_4(to, from, 0) MIX_4(to, from, 4)
#define TURN(rows, other) MIX_ALL(other, rows) MIX_ALL(rows, other) MIX_ALL(other, rows) MIX_ALL(rows, other)
#define TURNED rows
#endif
#endif

// Rows of an image begin anywhere. (PoCL's vstore would store its elements one by one.)
typedef VECTOR UnalignedVector __attribute__((aligned(sizeof(ELEMENT))));
#define READ_BLOCK(rows, i) rows[i] = *(global const UnalignedVector*)(src + (y + (i)) * source_pitch + x);
#define WRITE_BLOCK(rows, i) tile[(x + (i)) * LINE_VECTORS + y / N] = rows[i];
#define LINE_VECTORS (LINE / N)
static inline void move_tile(global const ELEMENT* src, global ELEMENT* dst, int source_pitch, int result_pitch) {
    VECTOR tile[LINE * LINE_VECTORS];
    for (int y = 0; y < LINE; y += N)
        for (int x = 0; x < LINE; x += N) {
            VECTOR rows[N], other[N];
            ALL(READ_BLOCK, rows)
            TURN(rows, other)
            ALL(WRITE_BLOCK, TURNED)
        }
    for (int x = 0; x < LINE; ++x)
        for (int i = 0; i < LINE_VECTORS; ++i)
            *(global UnalignedVector*)(dst + x * result_pitch + i * N) = tile[x * LINE_VECTORS + i];
}

// The last tiles move back into the image: what they share with their neighbours is written twice, and alike.
KERNEL void transpose_lines(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    if ((int)get_global_id(0) * LINE >= width || (int)get_global_id(1) * LINE >= height) return;
    const int left = min((int)get_global_id(0) * LINE, max(0, width - LINE));
    const int top = min((int)get_global_id(1) * LINE, max(0, height - LINE));
    if (width >= LINE && height >= LINE) {
        move_tile((global const ELEMENT*)(src + SOURCE_ROW(top) * width + left),
                  (global ELEMENT*)(dst + RESULT_ROW(left) * height + top), QUARTER_TURN == 1 ? -width : width,
                  QUARTER_TURN == 2 ? -height : height);
        return;
    }
    for (int x = left; x < min(left + LINE, width); ++x)
        for (int y = top; y < min(top + LINE, height); ++y)
            dst[RESULT_ROW(x) * height + y] = src[SOURCE_ROW(y) * width + x];
}
#endif
