// The transposition in blocks: a work-item turns 16 bytes of neighbouring rows in registers, and a workgroup passes a
// tile of TILE_BYTES in both directions through local memory. So loads and stores are 16 bytes wide along rows, where
// the plain kernel writes single pixels to as many cache lines.
//
// A word is 4 bytes, or a whole pixel where that is larger. A work-item loads 16 bytes from each of WORD_ROWS rows, as
// many as a word has pixels. It turns them into one word for each column, whose pixels were below one another. In local
// memory the words of a column follow one another, so that a column of the tile is a row of the result. The workgroup
// then stores these rows, 16 bytes a work-item. The 16-byte units of a column are permuted: unit u of column c is at u
// XOR c / UNIT_PIXELS. Thus neither the words that a warp writes nor the units that it reads share a bank.
//
// A workgroup, a line of any length, moves one tile. Rows that begin at any address are combined from aligned words, if
// a word has several pixels. Otherwise their pixels are moved one by one.
//
// Defines: PIXEL_BYTES; TILE_BYTES, which is 128; WIDE_READS and WIDE_WRITES, which are 1 where all rows begin at
// multiples of 16 bytes; QUARTER_TURN (quarter_turns.clh).
#include "geometry/transpose/quarter_turns.clh"
#include "prelude/unaligned_words.clh"

#if PIXEL_BYTES == 16
typedef uint4 word_t;
#elif PIXEL_BYTES == 8
typedef uint2 word_t;
#else
typedef uint word_t;
#endif

enum {
    SIDE = TILE_BYTES / PIXEL_BYTES, // the pixels in a side of the tile
    UNITS = TILE_BYTES / 16,         // the 16-byte units in a side of the tile
    UNIT_PIXELS = 16 / PIXEL_BYTES,  // the pixels in 16 bytes
    UNIT_WORDS = 16 / sizeof(word_t),
    WORD_ROWS = PIXEL_BYTES < 4 ? 4 / PIXEL_BYTES : 1
};

#define UNALIGNED_READS (!WIDE_READS && PIXEL_BYTES < 4)
#define UNALIGNED_WRITES (!WIDE_WRITES && PIXEL_BYTES < 4)

// What a workgroup works on.
typedef struct {
    int left, top, width, height;
} tile_place_t;

// Loads 16 bytes of a row, as far as they are inside the image.
INLINE uint4 load_unit(global const pixel_t* src, int x, int y, int width, int height) {
    if (y >= height || x >= width) return (uint4)(0);
    global const pixel_t* const from = src + source_row(y, height) * width + x;
    if (WIDE_READS) return *(global const uint4*)from;
    union {
        uint4 all;
        pixel_t pixels[UNIT_PIXELS];
    } unit;
    unit.all = (uint4)(0);
    for (int c = 0; c < UNIT_PIXELS; ++c)
        if (x + c < width) unit.pixels[c] = from[c];
    return unit.all;
}

// The same in a tile that is inside, with the word after it.
INLINE uint4 load_unit_inside(global const pixel_t* src, int x, int y, int width, int height) {
    if (!UNALIGNED_READS) return load_unit(src, x, y, width, height);
    uint words[4];
    load_unaligned_words(src + source_row(y, height) * width + x, words, 4);
    return (uint4)(words[0], words[1], words[2], words[3]);
}

// Transposes a block: word c of `columns` has the pixels of column c, the first row's in its lowest bits.
INLINE void transpose_block(const uint4* rows, uint4* columns) {
    if (PIXEL_BYTES == 1) {
        const uint low = 0x00FF00FFu, high = 0xFF00FF00u;
        const uint4 even_01 = (rows[0] & low) | ((rows[1] & low) << 8);
        const uint4 odd_01 = ((rows[0] & high) >> 8) | (rows[1] & high);
        const uint4 even_23 = (rows[2] & low) | ((rows[3] & low) << 8);
        const uint4 odd_23 = ((rows[2] & high) >> 8) | (rows[3] & high);
        // Columns 4 i, 4 i + 1 and so on: element i is from word i of the rows.
        const uint4 first = (even_01 & 0xFFFFu) | (even_23 << 16), second = (odd_01 & 0xFFFFu) | (odd_23 << 16);
        const uint4 third = (even_01 >> 16) | (even_23 & 0xFFFF0000u);
        const uint4 fourth = (odd_01 >> 16) | (odd_23 & 0xFFFF0000u);
        columns[0] = (uint4)(first.x, second.x, third.x, fourth.x);
        columns[1] = (uint4)(first.y, second.y, third.y, fourth.y);
        columns[2] = (uint4)(first.z, second.z, third.z, fourth.z);
        columns[3] = (uint4)(first.w, second.w, third.w, fourth.w);
    } else if (PIXEL_BYTES == 2) {
        const uint4 even = (rows[0] & 0xFFFFu) | (rows[1] << 16), odd = (rows[0] >> 16) | (rows[1] & 0xFFFF0000u);
        columns[0] = (uint4)(even.x, odd.x, even.y, odd.y);
        columns[1] = (uint4)(even.z, odd.z, even.w, odd.w);
    } else {
        columns[0] = rows[0];
    }
}

// Where unit `unit` of a column is in local memory.
INLINE int unit_place(int column, int unit) { return column * UNITS + (unit ^ (column / UNIT_PIXELS)); }

INLINE uint word_in_tile(local const uint* tile, int column, int word) {
    return tile[unit_place(column, word / 4) * 4 + word % 4];
}

// Loads the tile, a block at a time. `inside`: all of it is inside the image, and so is the word after each unit.
INLINE void load_tile(global const pixel_t* src, local word_t* tile, tile_place_t at, bool inside) {
    const int item = get_local_id(0), items = get_local_size(0);
    for (int block = item; block < UNITS * SIDE / WORD_ROWS; block += items) {
        const int unit = block % UNITS, word = block / UNITS;
        union {
            uint4 all[WORD_ROWS];
            word_t words[UNIT_PIXELS];
        } columns;
        uint4 rows[WORD_ROWS];
        const int x = at.left + unit * UNIT_PIXELS, y = at.top + word * WORD_ROWS;
        if (inside)
            for (int r = 0; r < WORD_ROWS; ++r) rows[r] = load_unit_inside(src, x, y + r, at.width, at.height);
        else
            for (int r = 0; r < WORD_ROWS; ++r) rows[r] = load_unit(src, x, y + r, at.width, at.height);
        transpose_block(rows, columns.all);
        const int place = ((word / UNIT_WORDS) ^ unit) * UNIT_WORDS + word % UNIT_WORDS;
        for (int c = 0; c < UNIT_PIXELS; ++c)
            tile[(unit * UNIT_PIXELS + c) * UNITS * UNIT_WORDS + place] = columns.words[c];
    }
}

// Loads the first word of each column below a tile that is inside.
INLINE void load_words_below(global const pixel_t* src, local uint* below, tile_place_t at) {
    const int unit = get_local_id(0);
    if (unit >= UNITS) return;
    uint4 rows[WORD_ROWS], columns[WORD_ROWS];
    for (int r = 0; r < WORD_ROWS; ++r)
        rows[r] = load_unit_inside(src, at.left + unit * UNIT_PIXELS, at.top + SIDE + r, at.width, at.height);
    transpose_block(rows, columns);
    for (int c = 0; c < UNIT_PIXELS; ++c) below[unit * UNIT_PIXELS + c] = ((const uint*)columns)[c];
}

// Stores the tile unit by unit, as far as it is inside the image.
INLINE void store_units(local const uint4* tile, global pixel_t* dst, tile_place_t at) {
    const int item = get_local_id(0), items = get_local_size(0);
    for (int i = item; i < SIDE * UNITS; i += items) {
        const int column = i / UNITS, unit = i % UNITS;
        const int y = at.top + unit * UNIT_PIXELS;
        if (at.left + column < at.width && y < at.height)
            *(global uint4*)(dst + result_row(at.left + column, at.width) * at.height + y) =
                tile[unit_place(column, unit)];
    }
}

// Stores the tile pixel by pixel, as far as it is inside the image.
INLINE void store_pixels(local const uint4* tile, global pixel_t* dst, tile_place_t at) {
    const int item = get_local_id(0), items = get_local_size(0);
    for (int i = item; i < SIDE * SIDE; i += items) {
        const int column = i / SIDE, row = i % SIDE;
        if (at.left + column < at.width && at.top + row < at.height)
            dst[result_row(at.left + column, at.width) * at.height + at.top + row] =
                ((local const pixel_t*)(tile + unit_place(column, row / UNIT_PIXELS)))[row % UNIT_PIXELS];
    }
}

// Stores a tile that is inside by whole warps: 32 aligned words in each row of the result. The last word reaches into
// the tile below, whose first words are in `below`. The tile above stores the bytes before the first word, if there is
// one.
INLINE void store_unaligned_rows(local const uint* tile, local const uint* below, global pixel_t* dst,
                                 tile_place_t at) {
    const int item = get_local_id(0), items = get_local_size(0);
    const int word = item % 32, step = items / 32;
    global uchar* to = (global uchar*)(dst + result_row(at.left + item / 32, at.width) * at.height + at.top);
    const long pitch = (long)(QUARTER_TURN == COUNTER_CLOCKWISE ? -step : step) * at.height * PIXEL_BYTES;
    for (int column = item / 32; column < SIDE; column += step, to += pitch) {
        const uint phase = (uint)(uintptr_t)to & 3u;
        const uint low = word_in_tile(tile, column, word);
        const uint high = word < 31 ? word_in_tile(tile, column, word + 1) : below[column];
        const uint whole = (uint)(((ulong)high << 32 | low) >> ((0u - phase) * 8u & 31u));
        *(global uint*)(((uintptr_t)to + 4 * word + 3) & ~(uintptr_t)3) = whole;
    }
    if (at.top > SIDE) return;
    for (int column = item; column < SIDE; column += items) {
        global uchar* const edge = (global uchar*)(dst + result_row(at.left + column, at.width) * at.height + at.top);
        const int head = (int)((0u - (uint)(uintptr_t)edge) & 3u);
        for (int b = 0; b < head; ++b) edge[b] = (uchar)(word_in_tile(tile, column, 0) >> 8 * b);
    }
}

KERNEL void transpose_local_blocks(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    local uint4 tile[SIDE * UNITS];
    local uint below[UNALIGNED_WRITES ? SIDE : 1];
    const tile_place_t at = {get_group_id(0) * SIDE, get_group_id(1) * SIDE, width, height};
    // True if the tile and a word's rows below it are inside, and the image goes on after each of its rows.
    const bool inside =
        at.left + SIDE <= width && at.top + SIDE + WORD_ROWS < height && source_row(at.top, height) + 1 < height;
    if (UNALIGNED_WRITES && inside) load_words_below(src, below, at);
    load_tile(src, (local word_t*)tile, at, inside);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (WIDE_WRITES)
        store_units(tile, dst, at);
    else if (UNALIGNED_WRITES && inside && (int)get_local_size(0) % 32 == 0)
        store_unaligned_rows((local const uint*)tile, below, dst, at);
    else
        store_pixels(tile, dst, at);
}
