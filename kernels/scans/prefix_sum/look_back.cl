// prefix-sum in one pass: workgroups divide each line, load a tile of it into registers, and pass their sums on
// (look_back.clh; Merrill and Garland 2016). The plain kernel walks along a whole line with one work-item. Here all
// tiles are summed at once, and the image is read once and written once.
//
// Along rows, a workgroup sums a tile of local_size(0) * BLOCK quads in each of local_size(1) rows. Workgroups are
// numbered down the image, then to the right. The tile to the left has a much smaller number, and has usually finished
// before it is asked. Down columns, a workgroup sums local_size(1) * BLOCK rows of local_size(0) quads, and numbers run
// to the right first.
//
// Local memory: `totals` and `sums` as in register_blocks.clh; `carries`, a pixel per row or a quad per column of
// quads. `words` holds the counter, then LOOK_BACK_WORDS for each channel of each line of each tile. The grid is
// one-dimensional: a workgroup for each tile.
//
// Races: look_back.clh says how tiles pass sums on. In local memory barriers separate what work-items write from what
// others read.
#include "scans/look_back.clh"
#include "scans/register_blocks.clh"

KERNEL void prefix_sum_look_back_rows(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                      volatile global ulong* words, local out_pixel_t* totals,
                                      local out_pixel_t* carries RECORD_PARAMETER) {
    local int drawn;
    const int number =
        draw_number((volatile global int*)words, 0, get_local_id(0) == 0 && get_local_id(1) == 0, &drawn);
    recorder_t recorder = begin_recording(RECORDING, number);
    const int group_rows = get_local_size(1), bands = (rows + group_rows - 1) / group_rows;
    const int tile = number / bands, top = number % bands * group_rows;
    const int y = top + (int)get_local_id(1);
    const int quads = y < rows ? (samples + 3) / 4 : 0;
    const int start_quad = tile * (int)get_local_size(0) * BLOCK + first_quad();

    quad_t own[BLOCK];
    out_pixel_t all;
    const out_pixel_t sum = sum_row_block(src + y * samples, start_quad, quads, samples, own);
    const out_pixel_t before = subgroups_before(sum, totals, &all);
    // The sum of this workgroup's tile, then the sum before the tile.
    if (get_local_id(0) == 0) carries[get_local_id(1)] = all;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each channel of each row is a line of its own.
    const int items = group_rows * (int)get_local_size(0);
    const int lines = rows * SRC_CHANNELS;
    for (int i = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0)); i < group_rows * SRC_CHANNELS;
         i += items) {
        const int line = top * SRC_CHANNELS + i;
        local out_sample_t* const carry = (local out_sample_t*)carries + i;
        if (line < lines)
            *carry = look_back(words + 1 + ((size_t)tile * lines + line) * LOOK_BACK_WORDS, lines * LOOK_BACK_WORDS,
                               tile, *carry, &recorder);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_row_block(own, carries[get_local_id(1)] + before, dst, y, start_quad, quads, samples, &recorder);
    end_recording(&recorder);
}

KERNEL void prefix_sum_look_back_columns(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                         volatile global ulong* words, local quad_t* sums,
                                         local quad_t* carries RECORD_PARAMETER) {
    local int drawn;
    const int number =
        draw_number((volatile global int*)words, 0, get_local_id(0) == 0 && get_local_id(1) == 0, &drawn);
    recorder_t recorder = begin_recording(RECORDING, number);
    const int group_quads = get_local_size(0), quad_bands = (samples + 4 * group_quads - 1) / (4 * group_quads);
    const int tile = number / quad_bands, left = number % quad_bands * group_quads;
    const int quad = left + (int)get_local_id(0);
    const int end_row = 4 * quad < samples ? rows : 0;
    const int first_row = (tile * (int)get_local_size(1) + (int)get_local_id(1)) * BLOCK;

    quad_t own[BLOCK], all;
    const quad_t sum = sum_column_block(src, quad, samples, first_row, end_row, own);
    const quad_t above = items_above(sum, sums, &all);
    if (get_local_id(1) == 0) carries[get_local_id(0)] = all;
    barrier(CLK_LOCAL_MEM_FENCE);

    const int items = group_quads * (int)get_local_size(1);
    for (int i = (int)get_local_id(1) * group_quads + (int)get_local_id(0); i < 4 * group_quads; i += items) {
        const int sample = 4 * left + i;
        local out_sample_t* const carry = (local out_sample_t*)carries + i;
        if (sample < samples)
            *carry = look_back(words + 1 + ((size_t)tile * samples + sample) * LOOK_BACK_WORDS,
                               samples * LOOK_BACK_WORDS, tile, *carry, &recorder);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_column_block(own, carries[get_local_id(0)] + above, dst, quad, samples, first_row, end_row, &recorder);
    end_recording(&recorder);
}
