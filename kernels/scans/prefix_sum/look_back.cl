// prefix-sum in one pass: lines are divided among workgroups, which pass their sums on by look-back (look_back.clh).
//
// Along rows, a workgroup sums one segment of local_size(1) rows, and its number runs down the image first. The segment
// to the left has a much smaller number, and has usually finished before it is asked. Down columns, a workgroup sums
// local_size(1) * BLOCK rows of local_size(0) quads, and numbers run from left to right first. A workgroup loads its
// samples into registers, scans them (register_blocks.clh), looks back once for each line, and stores the sums. The
// image is thus read once and written once. `words` holds the counter, then the words of each segment's lines.
// Look-back is that of Merrill and Garland (2016).
#include "prelude/prelude.clh"
#include "scans/look_back.clh"
#include "scans/register_blocks.clh"

KERNEL void prefix_sum_look_back_rows(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                      volatile global ulong* words, local out_pixel_t* totals,
                                      local out_pixel_t* carries RECORD_PARAMETER) {
    local int drawn;
    const int number = draw_number(words, &drawn);
    RECORD_GROUP(number)
    const int high = get_local_size(1), bands = (rows + high - 1) / high;
    const int segment = number / bands, top = number % bands * high;
    const int y = top + (int)get_local_id(1);
    const int quads = y < rows ? (samples + 3) / 4 : 0;
    const int first = segment * (int)get_local_size(0) * BLOCK + first_quad();

    quad_t own[BLOCK];
    out_pixel_t all;
    const out_pixel_t sum = sum_row_block(src + y * samples, first, quads, samples, own);
    const out_pixel_t before = items_before(sum, totals, &all);
    if (get_local_id(0) == 0) carries[get_local_id(1)] = all;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Each channel of each row is a line of its own.
    const int items = high * (int)get_local_size(0);
    const int lines = rows * SRC_CHANNELS;
    for (int i = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0)); i < high * SRC_CHANNELS; i += items) {
        const int line = top * SRC_CHANNELS + i;
        local out_sample_t* const carry = (local out_sample_t*)carries + i;
        if (line < lines)
            *carry = look_back(words + 1 + ((size_t)segment * lines + line) * LOOK_BACK_WORDS, lines * LOOK_BACK_WORDS,
                               segment, *carry RECORDER_ARGUMENT);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_row_block(own, carries[get_local_id(1)] + before, dst + y * samples, first, quads, samples);
    RECORD(record_row_block(recorder, y, first, quads, samples);)
    RECORD(end_recording(recorder);)
}

KERNEL void prefix_sum_look_back_columns(global const sample_t* src, global out_sample_t* dst, int samples, int rows,
                                         volatile global ulong* words, local quad_t* sums,
                                         local quad_t* carries RECORD_PARAMETER) {
    local int drawn;
    const int number = draw_number(words, &drawn);
    RECORD_GROUP(number)
    const int across = get_local_size(0), blocks = (samples + 4 * across - 1) / (4 * across);
    const int segment = number / blocks, left = number % blocks * across;
    const int quad = left + (int)get_local_id(0);
    const int end = 4 * quad < samples ? rows : 0;
    const int first = (segment * (int)get_local_size(1) + (int)get_local_id(1)) * BLOCK;

    quad_t own[BLOCK], all;
    const quad_t sum = sum_column_block(src, quad, samples, first, end, own);
    const quad_t above = items_above(sum, sums, &all);
    if (get_local_id(1) == 0) carries[get_local_id(0)] = all;
    barrier(CLK_LOCAL_MEM_FENCE);

    const int items = across * (int)get_local_size(1);
    for (int i = (int)get_local_id(1) * across + (int)get_local_id(0); i < 4 * across; i += items) {
        const int sample = 4 * left + i;
        local out_sample_t* const carry = (local out_sample_t*)carries + i;
        if (sample < samples)
            *carry = look_back(words + 1 + ((size_t)segment * samples + sample) * LOOK_BACK_WORDS,
                               samples * LOOK_BACK_WORDS, segment, *carry RECORDER_ARGUMENT);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_column_block(own, carries[get_local_id(0)] + above, dst, quad, samples, first, end);
    RECORD(record_column_block(recorder, quad, samples, first, end);)
    RECORD(end_recording(recorder);)
}
