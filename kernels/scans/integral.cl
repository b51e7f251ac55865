// integral: sums along rows, then, with the sums as the source, along columns, which may be rows of a transposed image;
// or both in one pass over tiles. The scans of lines pixel by pixel are in scan.clh (pixel p of line l is at
// p * step + l * line_step), those of blocks of registers in scan_blocks.clh, those for CPUs in
// scan_strips.clh.
#include "common.clh"
#include "recording.clh"
#if defined(SCAN_LINES)
#include "scan.clh"

KERNEL void integral_hillis_steele(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                                   int line_step, local DST_PIXEL* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_lines(src, dst, count, step, lines, line_step, sums, false RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

KERNEL void integral_blelloch(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                              int line_step, local DST_PIXEL* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_lines(src, dst, count, step, lines, line_step, sums, true RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

// SCAN_EACH pixels of a work-item one after the other; the scan is over their sums.
KERNEL void integral_looping(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                             int line_step, local DST_PIXEL* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_lines(src, dst, count, step, lines, line_step, sums, false RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
#elif defined(TILE_SIDE)
// A tile of TILE_SIDE^2 pixels a workgroup of any size. Padded, so that a column of it lies in different banks.
KERNEL void integral_transpose(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    local SRC_PIXEL tile[TILE_SIDE][TILE_SIDE + 1];
    const int item = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0));
    const int items = (int)(get_local_size(0) * get_local_size(1));
    const int left = (int)get_group_id(0) * TILE_SIDE;
    const int top = (int)get_group_id(1) * TILE_SIDE;
    for (int i = item; i < TILE_SIDE * TILE_SIDE; i += items) {
        const int x = left + i % TILE_SIDE, y = top + i / TILE_SIDE;
        if (x < width && y < height) tile[i / TILE_SIDE][i % TILE_SIDE] = src[y * width + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < TILE_SIDE * TILE_SIDE; i += items) {
        const int x = left + i / TILE_SIDE, y = top + i % TILE_SIDE;
        if (x < width && y < height) dst[x * height + y] = tile[i % TILE_SIDE][i / TILE_SIDE];
    }
}
#elif defined(ACROSS)
#include "scan_strips.clh"

KERNEL void integral_strip_columns(global const SRC_TYPE* src, global DST_TYPE* sums, int samples, int rows,
                                   int strip_rows) {
    const int strip = get_global_id(0);
    sum_columns(src, sums + strip * samples, samples, strip * strip_rows, min((strip + 1) * strip_rows, rows));
}

#if DST_IS_FLOAT
// From the sums of each strip's columns the integral's row above each strip but the first. One work-item.
KERNEL void integral_strip_tops(global const SRC_TYPE* sums, global DST_TYPE* tops, global DST_TYPE* above,
                                global DST_TYPE* lost, int samples, int strips) {
    clear(above, samples);
    sum_strip(sums, tops + samples, above, lost, samples, strips - 1, samples, strips RECORDER_NONE);
}

KERNEL void integral_strips(global const SRC_TYPE* src, global DST_TYPE* dst, global DST_TYPE* above,
                            global DST_TYPE* lost, int samples, int rows, int strip_rows RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    if (get_global_id(0) == 0) clear(above, samples);
    sum_strip(src, dst, above, lost, samples, rows, samples, strip_rows RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
#else
// above: a row of the image for each strip, which its work-item makes first.
KERNEL void integral_strips_of_columns(global const SRC_TYPE* src, global DST_TYPE* dst, global const DST_TYPE* columns,
                                       global DST_TYPE* above, int samples, int rows, int strip_rows RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    const int strip = get_global_id(0);
    if (strip * strip_rows < rows) sum_above(columns, above + strip * samples, samples, strip);
    sum_strip(src, dst, above, above, samples, rows, samples, strip_rows RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

// As integral_strips_of_columns, but for small images: a strip's work-item adds up all that is above it.
KERNEL void integral_strips_alone(global const SRC_TYPE* src, global DST_TYPE* dst, global DST_TYPE* above, int samples,
                                  int rows, int strip_rows RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    const int strip = get_global_id(0), first = strip * strip_rows;
    global DST_TYPE* const own = above + strip * samples;
    if (first < rows) {
        sum_columns(src, own, samples, 0, first);
        sum_above(own, own, samples, min(strip, 1));
    }
    sum_strip(src, dst, above, above, samples, rows, samples, strip_rows RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
#endif
#elif defined(BLOCK)
#include "scan_blocks.clh"

KERNEL void integral_blocked_rows(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int rows,
                                  local LINK* totals RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_rows(src, dst, samples, rows, totals RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

KERNEL void integral_blocked_columns(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int rows,
                                     local QUAD* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_columns(src, dst, samples, rows, sums RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

// Turns the sums of a tile's rows, a row of them after the other, into the sums down to each row. Called by all
// work-items; each sub-group takes one column.
static inline void sum_down(local LINK* sums, int columns, int rows, local LINK* last) {
    const int item = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0));
    const int items = (int)(get_local_size(0) * get_local_size(1));
    for (int column = item / SUBGROUP; column < columns; column += items / SUBGROUP) {
        LINK carry = (LINK)(0), total;
        for (int start = 0; start < rows; start += SUBGROUP) {
            const int row = start + LANE;
            const LINK own = row < rows ? sums[row * columns + column] : (LINK)(0);
            const LINK before = lanes_before(own, &total);
            if (row < rows) sums[row * columns + column] = carry + (before + own);
            carry += total;
        }
        if (column == 0 && LANE == 0) *last = carry;
    }
}

// One pass over the image, a tile of local_size(0) quads and local_size(1) * BLOCK rows a workgroup. Along a row of
// tiles look-back hands on the sums of the image's rows; down a column of tiles those of its columns, and, in the same
// words, that of everything to the left of the tile. Locals: lefts, for each of the tile's rows and sub-groups a LINK;
// tops, a quad for each of the tile's columns and one for the channels; quads, one a work-item.
KERNEL void integral_look_back(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int rows, int tiles_x,
                               volatile global ulong* words, local LINK* lefts, local QUAD* tops,
                               local QUAD* quads RECORD_PARAMETER) {
    local int drawn;
    const int number = draw_number(words, &drawn);
    RECORD_GROUP(number)
    const int across = get_local_size(0), deep = get_local_size(1);
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int item = ly * across + lx, items = across * deep;
    const int count = SUBGROUPS, subgroup = lx / SUBGROUP;
    const int tile_rows = deep * BLOCK, line_sums = tile_rows * SRC_CHANNELS, column_sums = 4 * across + SRC_CHANNELS;
    const int tile_x = number % tiles_x, tile_y = number / tiles_x;
    // The words of this tile: after the counter those of the rows of all tiles, then those of their columns.
    volatile global ulong* const row_words = words + 1 + (size_t)number * line_sums * WORDS;
    volatile global ulong* const column_words =
        words + 1 + ((size_t)get_num_groups(0) * line_sums + (size_t)number * column_sums) * WORDS;
    const int quad = tile_x * across + lx;
    const int first = tile_y * tile_rows + ly * BLOCK;
    const int end = 4 * quad < samples ? rows : 0;

    // What the tile adds. before: in the rows of this work-item so far, what its sub-group has to the left of it.
    RAW own[BLOCK];
    LINK before[BLOCK];
#if UNALIGNED_QUADS
    if (HAS_WORD_BEHIND(quad, samples))
        load_unaligned_quads(src, quad, samples, first, rows, own);
    else
#endif
#pragma unroll
        for (int b = 0; b < BLOCK; ++b)
            own[b] = first + b < end ? load_quad(src + (first + b) * samples, quad, samples) : (RAW)(0);
    QUAD sum = (QUAD)(0);
    LINK lanes = (LINK)(0);
#pragma unroll
    for (int b = 0; b < BLOCK; ++b) {
        const QUAD values = TO_QUAD(own[b]);
        LINK total;
        sum += values;
        before[b] = lanes += lanes_before(QUAD_TOTAL(values), &total);
        if (LANE == 0) lefts[(ly * BLOCK + b) * count + subgroup] = total;
    }
    quads[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    QUAD above = (QUAD)(0);
    for (int i = 0; i < ly; ++i) above += quads[i * across + lx];
    if (ly == deep - 1) tops[lx] = above + sum;

    // The rows' sums from the image's left edge to each sub-group.
    for (int i = item; i < line_sums; i += items) {
        local DST_TYPE* const line = (local DST_TYPE*)(lefts + i / SRC_CHANNELS * count) + i % SRC_CHANNELS;
        DST_TYPE total = (DST_TYPE)(0);
        for (int s = 0; s < count; ++s) total += line[s * SRC_CHANNELS];
        DST_TYPE left = look_back(row_words + i * WORDS, line_sums * WORDS, tile_x, total RECORDER_ARGUMENT);
        for (int s = 0; s < count; ++s) {
            const DST_TYPE next = left + line[s * SRC_CHANNELS];
            line[s * SRC_CHANNELS] = left;
            left = next;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    local LINK* const corner = (local LINK*)(tops + across);
    sum_down(lefts, count, tile_rows, corner);
    barrier(CLK_LOCAL_MEM_FENCE);

    // The columns' sums from the image's top.
    for (int i = item; i < column_sums; i += items) {
        local DST_TYPE* const down = (local DST_TYPE*)tops + i;
        *down = look_back(column_words + i * WORDS, tiles_x * column_sums * WORDS, tile_y, *down RECORDER_ARGUMENT);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const QUAD top = tops[lx];
    LINK total;
    lanes_before(QUAD_TOTAL(top), &total);
    local LINK* const totals = (local LINK*)quads;
    if (ly == 0 && LANE == 0) totals[subgroup] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    LINK base = *corner;
    for (int s = 0; s < subgroup; ++s) base += totals[s];
    above += top;
    base += lanes_before(QUAD_TOTAL(above), &total);
#pragma unroll
    for (int b = 0; b < BLOCK; ++b) {
        above += TO_QUAD(own[b]);
        const LINK left = base + (before[b] + lefts[(ly * BLOCK + b) * count + subgroup]);
        if (first + b < end) store_quad(left + quad_sums(above), dst + (first + b) * samples, quad, samples);
    }
    RECORD(record_column_block(recorder, quad, samples, first, end);)
    RECORD(end_recording(recorder);)
}
#endif
