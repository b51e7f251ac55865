// integral in one pass: each workgroup sums a tile in registers, and tiles pass their sums on by look-back
// (look_back.clh; Merrill and Garland 2016). The image is read once and written once, where the plain kernels pass over
// it twice with one work-item for each line.
//
// The grid has one workgroup per tile of local_size(0) quads and local_size(1) * BLOCK rows; BLOCK is 8 or 16. Tiles
// are numbered along the rows. Each work-item keeps BLOCK quads, one below the other. Look-back passes on two kinds of
// sums. Along a row of tiles: for each row of the image, the sum from the left edge to the end of the tile. Down a
// column of tiles: for each column, the sum from the top, and the sum of all pixels to the left of the tile. A result
// is what lies to the left, plus the columns above, plus what the tile itself adds.
//
// Local memory: `lefts` holds one pixel for each row and sub-group of the tile; `tops` a quad for each column of quads
// and one for the channels of what lies to the left; `quads` one quad per work-item. `words` holds the counter, then
// the words of the rows of all tiles, then those of their columns.
//
// Races: look_back.clh says how tiles pass sums on. All words of a tile's rows are complete before those of its columns
// begin. In local memory barriers separate what work-items write from what others read.
#include "scans/look_back.clh"
#include "scans/quads.clh"

// Loads a work-item's quads, one below the other.
INLINE void load_column(global const sample_t* src, int quad, int samples, int first, int rows, src_quad_t own[BLOCK]) {
    if (COMBINES_WORDS && has_word_behind(quad, samples)) {
        load_unaligned_quads(src, quad, samples, first, rows, own);
        return;
    }
    const int end = 4 * quad < samples ? rows : 0;
    UNROLL_FOR (int b = 0; b < BLOCK; ++b)
        own[b] = first + b < end ? load_quad(src + (first + b) * samples, quad, samples) : (src_quad_t)(0);
}

// Turns the totals of a row's sub-groups, which are SRC_CHANNELS samples apart, into the sums to the left of each of
// them. `word` belongs to this row of this tile, and the tiles to its left have words `distance` apart.
INLINE void pass_row_on(local out_sample_t* totals, volatile global ulong* word, int distance, int tile_x,
                        recorder_t* recorder) {
    out_sample_t total = (out_sample_t)(0);
    for (int s = 0; s < subgroups(); ++s) total += totals[s * SRC_CHANNELS];
    out_sample_t left = look_back(word, distance, tile_x, total, recorder);
    for (int s = 0; s < subgroups(); ++s) {
        const out_sample_t next = left + totals[s * SRC_CHANNELS];
        totals[s * SRC_CHANNELS] = left;
        left = next;
    }
}

// Turns `columns` sums for each row of a tile into the sums down to each row, and stores the last one of column 0.
// Called by all work-items; each sub-group takes one column.
INLINE void sum_down(local out_pixel_t* sums, int columns, int rows, local out_pixel_t* last) {
    const int item = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0));
    const int items = (int)(get_local_size(0) * get_local_size(1));
    for (int column = item / SUBGROUP; column < columns; column += items / SUBGROUP) {
        out_pixel_t carry = (out_pixel_t)(0), total;
        for (int start = 0; start < rows; start += SUBGROUP) {
            const int row = start + lane();
            const out_pixel_t own = row < rows ? sums[row * columns + column] : (out_pixel_t)(0);
            const out_pixel_t before = lanes_before(own, &total);
            if (row < rows) sums[row * columns + column] = carry + (before + own);
            carry += total;
        }
        if (column == 0 && lane() == 0) *last = carry;
    }
}

KERNEL void integral_look_back(global const sample_t* src, global out_sample_t* dst, int samples, int rows, int tiles_x,
                               volatile global ulong* words, local out_pixel_t* lefts, local quad_t* tops,
                               local quad_t* quads RECORD_PARAMETER) {
    local int drawn;
    const int number =
        draw_number((volatile global int*)words, 0, get_local_id(0) == 0 && get_local_id(1) == 0, &drawn);
    recorder_t recorder = begin_recording(RECORDING, number);
    const int across = get_local_size(0), deep = get_local_size(1);
    const int local_x = get_local_id(0), local_y = get_local_id(1);
    const int item = local_y * across + local_x, items = across * deep;
    const int count = subgroups(), subgroup = local_x / SUBGROUP;
    const int tile_rows = deep * BLOCK, line_sums = tile_rows * SRC_CHANNELS, column_sums = 4 * across + SRC_CHANNELS;
    const int tile_x = number % tiles_x, tile_y = number / tiles_x;
    volatile global ulong* const row_words = words + 1 + (size_t)number * line_sums * LOOK_BACK_WORDS;
    volatile global ulong* const column_words =
        words + 1 + ((size_t)get_num_groups(0) * line_sums + (size_t)number * column_sums) * LOOK_BACK_WORDS;
    const int quad = tile_x * across + local_x;
    const int first = tile_y * tile_rows + local_y * BLOCK;
    const int end = 4 * quad < samples ? rows : 0;

    // What the tile adds: `before` is the sum of this work-item's rows so far, to the left of it in its sub-group.
    src_quad_t own[BLOCK];
    out_pixel_t before[BLOCK], lanes = (out_pixel_t)(0);
    quad_t sum = (quad_t)(0);
    load_column(src, quad, samples, first, rows, own);
    UNROLL_FOR (int b = 0; b < BLOCK; ++b) {
        const quad_t values = convert_quad(own[b]);
        out_pixel_t total;
        sum += values;
        before[b] = lanes += lanes_before(quad_total(values), &total);
        if (lane() == 0) lefts[(local_y * BLOCK + b) * count + subgroup] = total;
    }
    quads[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    quad_t above = (quad_t)(0);
    for (int i = 0; i < local_y; ++i) above += quads[i * across + local_x];
    if (local_y == deep - 1) tops[local_x] = above + sum;

    // The sums of the image's rows, from the left edge to each sub-group.
    for (int i = item; i < line_sums; i += items)
        pass_row_on((local out_sample_t*)(lefts + i / SRC_CHANNELS * count) + i % SRC_CHANNELS,
                    row_words + i * LOOK_BACK_WORDS, line_sums * LOOK_BACK_WORDS, tile_x, &recorder);
    barrier(CLK_LOCAL_MEM_FENCE);
    local out_pixel_t* const corner = (local out_pixel_t*)(tops + across);
    sum_down(lefts, count, tile_rows, corner);
    barrier(CLK_LOCAL_MEM_FENCE);

    // The sums of the image's columns from the top, and of all that lies above and to the left of the tile.
    for (int i = item; i < column_sums; i += items) {
        local out_sample_t* const down = (local out_sample_t*)tops + i;
        *down = look_back(column_words + i * LOOK_BACK_WORDS, tiles_x * column_sums * LOOK_BACK_WORDS, tile_y, *down,
                          &recorder);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // The columns above, to the left of this work-item: sub-groups exchange their totals, and lanes scan.
    const quad_t top = tops[local_x];
    out_pixel_t total;
    lanes_before(quad_total(top), &total);
    local out_pixel_t* const totals = (local out_pixel_t*)quads;
    if (local_y == 0 && lane() == 0) totals[subgroup] = total;
    barrier(CLK_LOCAL_MEM_FENCE);
    out_pixel_t base = *corner;
    for (int s = 0; s < subgroup; ++s) base += totals[s];
    above += top;
    base += lanes_before(quad_total(above), &total);
    UNROLL_FOR (int b = 0; b < BLOCK; ++b) {
        above += convert_quad(own[b]);
        const out_pixel_t left = base + (before[b] + lefts[(local_y * BLOCK + b) * count + subgroup]);
        if (first + b < end) store_recorded_quad(left + quad_sums(above), dst, first + b, quad, samples, &recorder);
    }
    end_recording(&recorder);
}
