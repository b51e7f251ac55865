// prefix-sum: running sums along rows or columns. The scans of lines pixel by pixel are in scan.clh (pixel p of line l
// is at p * step + l * line_step), those of blocks of registers in scan_blocks.clh, those for CPUs in
// scan_strips.clh.
#include "common.clh"
#include "recording.clh"
#if defined(SCAN_LINES)
#include "scan.clh"

KERNEL void prefix_sum_hillis_steele(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                                     int line_step, local DST_PIXEL* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_lines(src, dst, count, step, lines, line_step, sums, false RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

KERNEL void prefix_sum_blelloch(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                                int line_step, local DST_PIXEL* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_lines(src, dst, count, step, lines, line_step, sums, true RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

// SCAN_EACH pixels of a work-item one after the other; the scan is over their sums.
KERNEL void prefix_sum_looping(global const SRC_PIXEL* src, global DST_PIXEL* dst, int count, int step, int lines,
                               int line_step, local DST_PIXEL* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_lines(src, dst, count, step, lines, line_step, sums, false RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
#elif defined(ACROSS)
#include "scan_strips.clh"

// Rows in strips, or columns in blocks.
KERNEL void prefix_sum_strips(global const SRC_TYPE* src, global DST_TYPE* dst, global DST_TYPE* above,
                              global DST_TYPE* lost, int samples, int rows, int span, int strip_rows RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_strip(src, dst, above, lost, samples, rows, span, strip_rows RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}
#elif defined(BLOCK)
#include "scan_blocks.clh"

KERNEL void prefix_sum_blocked_rows(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int rows,
                                    local LINK* totals RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_rows(src, dst, samples, rows, totals RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

KERNEL void prefix_sum_blocked_columns(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int rows,
                                       local QUAD* sums RECORD_PARAMETER) {
    RECORD_GROUP(GROUP_NUMBER)
    sum_columns(src, dst, samples, rows, sums RECORDER_ARGUMENT);
    RECORD(end_recording(recorder);)
}

// A workgroup makes one segment of local_size(1) rows. Segments are numbered one below the other first, so that the
// one to the left of a segment started long before it. words: the counter, then those of each segment's rows.
KERNEL void prefix_sum_look_back_rows(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int rows,
                                      volatile global ulong* words, local LINK* totals,
                                      local LINK* carries RECORD_PARAMETER) {
    local int drawn;
    const int number = draw_number(words, &drawn);
    RECORD_GROUP(number)
    const int high = get_local_size(1);
    const int bands = (rows + high - 1) / high;
    const int segment = number / bands;
    const int top = number % bands * high;
    const int y = top + (int)get_local_id(1);
    const int quads = y < rows ? (samples + 3) / 4 : 0;
    const int first = segment * (int)get_local_size(0) * BLOCK + FIRST_IN_SEGMENT;
    QUAD own[BLOCK];
    LINK all;
    const LINK sum = sum_row_block(src + y * samples, first, quads, samples, own);
    const LINK before = items_before(sum, totals, &all);
    if (get_local_id(0) == 0) carries[get_local_id(1)] = all;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int items = high * (int)get_local_size(0);
    const int lines = rows * SRC_CHANNELS;
    for (int i = (int)(get_local_id(1) * get_local_size(0) + get_local_id(0)); i < high * SRC_CHANNELS; i += items) {
        const int line = top * SRC_CHANNELS + i;
        local DST_TYPE* const carry = (local DST_TYPE*)carries + i;
        if (line < lines)
            *carry = look_back(words + 1 + ((size_t)segment * lines + line) * WORDS, lines * WORDS, segment,
                               *carry RECORDER_ARGUMENT);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_row_block(own, carries[get_local_id(1)] + before, dst + y * samples, first, quads, samples);
    RECORD(record_row_block(recorder, y, first, quads, samples);)
    RECORD(end_recording(recorder);)
}

// A workgroup makes local_size(1) * BLOCK rows of the columns of local_size(0) quads. Numbers go from left to right.
KERNEL void prefix_sum_look_back_columns(global const SRC_TYPE* src, global DST_TYPE* dst, int samples, int rows,
                                         volatile global ulong* words, local QUAD* sums,
                                         local QUAD* carries RECORD_PARAMETER) {
    local int drawn;
    const int number = draw_number(words, &drawn);
    RECORD_GROUP(number)
    const int across = get_local_size(0);
    const int blocks = (samples + 4 * across - 1) / (4 * across);
    const int segment = number / blocks;
    const int left = number % blocks * across;
    const int quad = left + (int)get_local_id(0);
    const int end = 4 * quad < samples ? rows : 0;
    const int first = (segment * (int)get_local_size(1) + (int)get_local_id(1)) * BLOCK;
    QUAD own[BLOCK], all;
    const QUAD sum = sum_column_block(src, quad, samples, first, end, own);
    const QUAD above = items_above(sum, sums, &all);
    if (get_local_id(1) == 0) carries[get_local_id(0)] = all;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int items = across * (int)get_local_size(1);
    for (int i = (int)get_local_id(1) * across + (int)get_local_id(0); i < 4 * across; i += items) {
        const int sample = 4 * left + i;
        local DST_TYPE* const carry = (local DST_TYPE*)carries + i;
        if (sample < samples)
            *carry = look_back(words + 1 + ((size_t)segment * samples + sample) * WORDS, samples * WORDS, segment,
                               *carry RECORDER_ARGUMENT);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_column_block(own, carries[get_local_id(0)] + above, dst, quad, samples, first, end);
    RECORD(record_column_block(recorder, quad, samples, first, end);)
    RECORD(end_recording(recorder);)
}
#endif
