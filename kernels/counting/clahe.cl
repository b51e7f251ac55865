// clahe: a table for each tile and channel from its clipped histogram, and pixels between the tables of four tiles.
// Defines: those of common.clh with BORDER 1; SINGLE_ITEM_GROUP (1: a workgroup is a single work-item); RUN, pixels of
// a work-item; SLICES, workgroups that count a tile; COPIES, of a slice's counters (of one channel), side by side, so
// that neighbours meet in neither a counter nor a bank of local memory. Of 16 bits a tile has 65536 counters in global
// memory, which become its table.
#include "common.clh"
#include "running_sums.clh"

#define ROWS COLOUR_CHANNELS
#if SRC_TYPE_ID == 1
#define VALUES 65536
#define ENTRY uint
#else
#define VALUES 256
#define ENTRY uchar
#endif
#if SRC_CHANNELS == 4
#define FOR_COLOURS(DO, s) DO(0, (s).x) DO(1, (s).y) DO(2, (s).z)
#else
#define FOR_COLOURS(DO, s) DO(0, s)
#endif
#if SRC_TYPE_ID == 1
// RUN pixels of a row of the tiles a work-item.
KERNEL void clahe_count_16bit(global const SRC_PIXEL* src, volatile global uint* counts, int width, int height,
                              int columns, int rows, int tile_width, int tile_height) {
    const int begin = get_global_id(0) * RUN, y = get_global_id(1), all = tile_width * columns;
    if (begin >= all || y >= tile_height * rows) return;
    global const SRC_PIXEL* const row = src + (size_t)border_index(y, height) * width;
    for (int x = begin; x < min(begin + RUN, all); ++x) {
        const SRC_PIXEL s = row[border_index(x, width)];
        volatile global uint* const tile =
            counts + (size_t)(y / tile_height * columns + x / tile_width) * ROWS * VALUES;
#define COUNT(c, value) atomic_inc(&tile[(c)*VALUES + (value)]);
        FOR_COLOURS(COUNT, s)
    }
}

// Whether 16 counters are 0, as most are: small tiles have few values.
static inline bool is_empty(uint16 counts) {
    const uint8 eight = counts.lo | counts.hi;
    const uint4 four = eight.lo | eight.hi;
    return (four.x | four.y | four.z | four.w) == 0;
}
#define COUNTS_AT(j) (*(global uint16*)(table + (j)))

// A workgroup of 256 at most makes the table of a tile's channel from its counts, each work-item a segment of it.
KERNEL void clahe_tables_16bit(global uint* tables, uint limit, float scale) {
    local uint clips[256], sums[256];
    const int items = get_local_size(0), item = get_local_id(0);
    const int each = (VALUES / 16 + items - 1) / items * 16, begin = min(item * each, VALUES),
              end = min(begin + each, VALUES);
    global uint* const table = tables + (size_t)get_group_id(0) * VALUES;
    uint clipped = 0, sum = 0;
    for (int i = begin; i < end; i += 16) {
        if (is_empty(COUNTS_AT(i))) continue;
        for (int j = i; j < i + 16; ++j) {
            clipped += table[j] - min(table[j], limit);
            sum += min(table[j], limit);
        }
    }
    clips[item] = clipped;
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    clipped = sum = 0;
    for (int i = 0; i < items; ++i) {
        clipped += clips[i];
        if (i < item) sum += sums[i];
    }
    // Of the segments before: what all bins get, and one for each step up to there.
    const uint rest = clipped % VALUES, step = rest == 0 ? 1 : max(VALUES / rest, 1u), all = clipped / VALUES;
    uint dealt = min(rest, (begin + step - 1) / step), next = (begin + step - 1) / step * step;
    sum += all * begin + dealt;
    for (uint i = begin; i < (uint)end; i += 16) {
        if (all == 0 && (dealt == rest || next >= i + 16) && is_empty(COUNTS_AT(i))) {
            COUNTS_AT(i) = (uint16)(convert_ushort_sat_rte((float)sum * scale));
            continue;
        }
        for (uint j = i; j < i + 16; ++j) {
            sum += min(table[j], limit) + all;
            if (j == next) {
                if (dealt < rest) ++dealt, ++sum;
                next += step;
            }
            table[j] = convert_ushort_sat_rte((float)sum * scale);
        }
    }
}
#else
#if SINGLE_ITEM_GROUP
#define COUNT(c, value) ++bins[(c)*256 + (value)];
#else
#define COUNT(c, value) atomic_inc(&bins[(c)*256 + (value)]);
#endif
#define COUNT_WORD(word)                                                                                               \
    {                                                                                                                  \
        const uint four = word;                                                                                        \
        atomic_inc(&bank[(four & 255u) * COPIES]);                                                                     \
        atomic_inc(&bank[(four >> 8 & 255u) * COPIES]);                                                                \
        atomic_inc(&bank[(four >> 16 & 255u) * COPIES]);                                                               \
        atomic_inc(&bank[(four >> 24) * COPIES]);                                                                      \
    }

#if COPIES > 1
#include "unaligned_words.clh"

// 16 pixels, from wherever they begin; `left` are left from there to the end of the image.
static inline uint4 load_pixels(global const uchar* from, size_t left) {
    union {
        uint words[4];
        uchar pixels[16];
    } all;
    if (((uintptr_t)from & 15u) == 0) return *(global const uint4*)from;
    if (left >= 20)
        load_unaligned_words(from, all.words, 4);
    else
        for (int i = 0; i < 16; ++i) all.pixels[i] = from[i];
    return (uint4)(all.words[0], all.words[1], all.words[2], all.words[3]);
}

// A workgroup's tile, 16 pixels of a row at a time, as far as they are whole and inside; those beside them one by one.
static inline void count_tile(global const uchar* src, int width, int height, int2 begin, int2 tile, local uint* bins) {
    local uint* const bank = bins + get_local_id(0) % COPIES;
    const int items = get_local_size(0), item = get_local_id(0);
    const int across = min(tile.x, max(width - begin.x, 0)) / 16, rest = tile.x - across * 16;
    for (int i = item; i < across * tile.y; i += items) {
        const size_t at = (size_t)border_index(begin.y + i / across, height) * width + begin.x + i % across * 16;
        const uint4 words = load_pixels(src + at, (size_t)width * height - at);
        COUNT_WORD(words.x)
        COUNT_WORD(words.y)
        COUNT_WORD(words.z)
        COUNT_WORD(words.w)
    }
    for (int i = item; i < rest * tile.y; i += items) {
        const int x = border_index(begin.x + across * 16 + i % rest, width);
        atomic_inc(&bank[src[(size_t)border_index(begin.y + i / rest, height) * width + x] * COPIES]);
    }
}
#else
// A workgroup's tile, at most 64 columns at a time, so that neighbours read side by side.
static inline void count_tile(global const SRC_PIXEL* src, int width, int height, int2 begin, int2 tile,
                              local uint* bins) {
    const int items = get_local_size(0), item = get_local_id(0);
    const int columns = min(items, 64), rows = items / columns;
    if (item >= columns * rows) return;
    for (int y = item / columns; y < tile.y; y += rows) {
        const size_t row = (size_t)border_index(begin.y + y, height) * width;
        for (int x = item % columns; x < tile.x; x += columns) {
            const SRC_PIXEL s = src[row + border_index(begin.x + x, width)];
            FOR_COLOURS(COUNT, s)
        }
    }
}
#endif

// How much of the clipped part bin j gets back: the same for all, and one more each so many bins while some is left.
static inline uint share_of(uint clipped, uint j) {
    const uint rest = clipped % 256, step = rest == 0 ? 1 : max(256 / rest, 1u);
    return clipped / 256 + (j % step == 0 && j / step < rest ? 1 : 0);
}

#if SLICES > 1
// A workgroup counts a slice of a tile, the rows of which are cut into SLICES, and adds up what it finds.
KERNEL void clahe_count(global const SRC_PIXEL* src, volatile global uint* counts, int width, int height, int columns,
                        int tile_width, int tile_height) {
    local uint bins[ROWS * 256 * COPIES];
    const int items = get_local_size(0), item = get_local_id(0);
    const int number = get_group_id(0) / SLICES, slice = get_group_id(0) % SLICES;
    for (int j = item; j < ROWS * 256 * COPIES; j += items) bins[j] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int top = (int)((long)tile_height * slice / SLICES), end = (int)((long)tile_height * (slice + 1) / SLICES);
    const int2 begin = (int2)(number % columns * tile_width, number / columns * tile_height + top);
    count_tile(src, width, height, begin, (int2)(tile_width, end - top), bins);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = item; j < ROWS * 256; j += items) {
        uint count = 0;
        for (int copy = 0; copy < COPIES; ++copy) count += bins[j * COPIES + (j + copy) % COPIES];
        if (count != 0) atomic_add(&counts[number * ROWS * 256 + j], count);
    }
}
#endif

// counts: of all tiles, unless this kernel counts by itself.
KERNEL void clahe_tables(global const SRC_PIXEL* src, global const uint* counts, global uchar* tables, int width,
                         int height, int columns, int tile_width, int tile_height, uint limit, float scale) {
    local uint bins[ROWS * 256];
    local uint sums[2 * 256];
    local uint clipped[ROWS];
    const int items = get_local_size(0), item = get_local_id(0), number = get_group_id(0);
    for (int j = item; j < ROWS * 256; j += items) bins[j] = SLICES > 1 ? counts[number * ROWS * 256 + j] : 0;
    for (int j = item; j < ROWS; j += items) clipped[j] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#if SLICES == 1
    const int2 tile = (int2)(tile_width, tile_height);
    count_tile(src, width, height, (int2)(number % columns, number / columns) * tile, tile, bins);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int j = item; j < ROWS * 256; j += items)
        if (bins[j] > limit) atomic_add(&clipped[j / 256], bins[j] - limit);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int c = 0; c < ROWS; ++c) {
        for (uint j = item; j < 256; j += items) sums[j] = min(bins[c * 256 + j], limit) + share_of(clipped[c], j);
        running_sums(sums);
        for (int j = item; j < 256; j += items)
            tables[(number * ROWS + c) * 256 + j] = convert_uchar_sat_rte((float)sums[j] * scale);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

#endif

// Along an axis: the tiles on both sides of a position, and how far it is from the first one's centre to the other's.
typedef struct {
    int first, second;
    float far, near;
} Between;

static inline Between between(int position, float per_pixel, int tiles) {
    const float place = (float)position * per_pixel - 0.5f;
    const float whole = floor(place);
    const float far = place - whole;
    return (Between){max((int)whole, 0), min((int)whole + 1, tiles - 1), far, 1.0f - far};
}

#ifdef PARTS
#include "whole_conversions.clh"

#define PLACES (int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define BYTE_OF(words, shift) CONVERT((words) >> (shift)&255u, float16)
#define LOOK(table, at)                                                                                                \
    (uint16)((table)[(at).s0], (table)[(at).s1], (table)[(at).s2], (table)[(at).s3], (table)[(at).s4],                 \
             (table)[(at).s5], (table)[(at).s6], (table)[(at).s7], (table)[(at).s8], (table)[(at).s9],                 \
             (table)[(at).sa], (table)[(at).sb], (table)[(at).sc], (table)[(at).sd], (table)[(at).se],                 \
             (table)[(at).sf])

// The first of `size` positions along an axis that has the centre of tile number - 1 behind it; `size` if none has.
static inline int begin_of(int number, float per_pixel, int size) {
    if (number == 0) return 0;
    int position = clamp((int)(((float)number - 0.5f) / per_pixel), 0, size);
    while (position > 0 && (float)(position - 1) * per_pixel - 0.5f >= (float)(number - 1)) --position;
    while (position < size && (float)position * per_pixel - 0.5f < (float)(number - 1)) ++position;
    return position;
}

// What 16 samples become, by words of four tables' bytes: upper left, upper right, lower left, lower right.
static inline int16 between_four(const local uint* table, int16 samples, float16 far, Between down) {
    const uint16 words = LOOK(table, samples);
    const float16 near = 1.0f - far;
    const float16 upper = BYTE_OF(words, 0) * near + BYTE_OF(words, 8) * far;
    const float16 lower = BYTE_OF(words, 16) * near + BYTE_OF(words, 24) * far;
    return as_int16((upper * down.near + lower * down.far) + 12582912.0f) & 255;
}

static inline uchar16 made_of(const local uint* table, uchar16 pixels, float16 far, Between down) {
    return CONVERT(between_four(table, CONVERT(pixels, int16), far, down), uchar16);
}

// For CPUs: a work-item makes, of the pixels between the centres of the same four tiles, one part of PARTS of the rows;
// one word has what all four tables say of a value.
KERNEL void clahe_look_up_between(global const uchar* src, global uchar* dst, global const uchar* tables, int width,
                                  int height, int columns, int rows, float per_column, float per_row) {
    local uint table[256];
    const int i = get_global_id(0), j = (int)get_global_id(1) / PARTS, part = (int)get_global_id(1) % PARTS;
    if (i > columns || j > rows) return;
    const int begin = begin_of(i, per_column, width), end = begin_of(i + 1, per_column, width);
    const int top = begin_of(j, per_row, height), span = begin_of(j + 1, per_row, height) - top;
    const int left = max(i - 1, 0), right = min(i, columns - 1);
    global const uchar* above = tables + (size_t)max(j - 1, 0) * columns * 256;
    global const uchar* below = tables + (size_t)min(j, rows - 1) * columns * 256;
    for (int v = 0; v < 256; ++v)
        table[v] = above[left * 256 + v] | (uint)above[right * 256 + v] << 8 | (uint)below[left * 256 + v] << 16 |
                   (uint)below[right * 256 + v] << 24;
    for (int y = top + span * part / PARTS; y < top + span * (part + 1) / PARTS; ++y) {
        const Between down = between(y, per_row, rows);
        const size_t row = (size_t)y * width;
        for (int x = begin; x < end; x += 16) {
            const float16 far = CONVERT(x + PLACES, float16) * per_column - 0.5f - (float)(i - 1);
            if (x + 16 <= end) {
                store_16(made_of(table, load_16(src + row + x), far, down), dst + row + x);
                continue;
            }
            uchar last[16];
            for (int p = 0; p < 16; ++p) last[p] = src[row + min(x + p, end - 1)];
            store_16(made_of(table, load_16(last), far, down), last);
            for (int p = 0; x + p < end; ++p) dst[row + x + p] = last[p];
        }
    }
}
#endif

KERNEL void clahe_look_up(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const ENTRY* tables, int width,
                          int height, int columns, int rows, float per_column, float per_row) {
    const int y = get_global_id(1), begin = get_global_id(0) * RUN;
    if (y >= height) return;
    const Between down = between(y, per_row, rows);
    global const ENTRY* above = tables + (size_t)down.first * columns * ROWS * VALUES;
    global const ENTRY* below = tables + (size_t)down.second * columns * ROWS * VALUES;
    for (int x = begin; x < min(begin + RUN, width); ++x) {
        const Between across = between(x, per_column, columns);
        const int left = across.first * ROWS * VALUES, right = across.second * ROWS * VALUES;
        const SRC_PIXEL s = src[(size_t)y * width + x];
        DST_TYPE made[ROWS];
#define LOOK_UP(c, value)                                                                                              \
    {                                                                                                                  \
        const int at = (c)*VALUES + (value);                                                                           \
        const float upper = (float)above[left + at] * across.near + (float)above[right + at] * across.far;             \
        const float lower = (float)below[left + at] * across.near + (float)below[right + at] * across.far;             \
        made[c] = (DST_TYPE)HALF_EVEN(upper * down.near + lower * down.far);                                           \
    }
        FOR_COLOURS(LOOK_UP, s)
#if SRC_CHANNELS == 4
        dst[(size_t)y * width + x] = (DST_PIXEL)(made[0], made[1], made[2], s.w);
#else
        dst[(size_t)y * width + x] = made[0];
#endif
    }
}
