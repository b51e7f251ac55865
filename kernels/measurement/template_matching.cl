// template_matching: how similar the window around each pixel is to a template, from -1 to 1.
//
// The score is a normalised cross-correlation (Lewis 1995). The sums of products of each window with the template take
// almost all of the time. A work-item computes them for four rows of LANES pixels, so that each value that it loads
// serves several products. Bytes are computed in integers (WHOLE): the sums of windows come from integral images,
// modulo 2^32. Other samples are floats, and the sums of windows are made beside the products. One of the window's
// samples is subtracted first, so that these sums keep their digits.
//
// The kernels here make the gray image and the template's statistics and table. template_products.clh computes the
// scores. Defines: WHOLE, 1 for integers; ZERO_MEAN, 1 if means are subtracted from the window and from the template;
// ITEMS, the workgroup that sums up the template; LANES, 16 on CPUs and 4 on GPUs.
#include "prelude/prelude.clh"
#include "measurement/brightness.clh"
#include "prelude/segments.clh"

#if WHOLE
typedef uchar gray_t;
typedef uint total_t;
#else
typedef float gray_t;
typedef float total_t;
#endif

KERNEL void template_matching_gray(global const pixel_t* src, global gray_t* gray, global ushort* squares, int width,
                                   int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = (size_t)y * width + x;
    const gray_t value = (gray_t)brightness_of(src[at]);
    gray[at] = value;
    if (WHOLE) squares[at] = (ushort)((uint)value * (uint)value);
}

// The sum over the work-items of a workgroup.
INLINE total_t sum_of_items(local total_t* totals, total_t own) {
    barrier(CLK_LOCAL_MEM_FENCE);
    totals[get_local_id(0)] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    total_t sum = 0;
    for (int i = 0; i < ITEMS; ++i) sum += totals[i];
    return sum;
}

// One workgroup. patch: the template's first pixel is at `begin`, and its rows are `pitch` apart. statistics: for
// integers the sum and the sum of squares; for floats what is subtracted, and the sum of squares and the sum after
// that.
KERNEL void template_matching_statistics(global const gray_t* patch, global total_t* statistics, int begin, int pitch,
                                         int columns, int rows) {
    local total_t totals[ITEMS];
    const total_t first = WHOLE || !ZERO_MEAN ? 0 : patch[begin];
    total_t own = 0;
    for (int i = get_local_id(0); i < columns * rows; i += ITEMS)
        own += patch[begin + (size_t)(i / columns) * pitch + i % columns] - first;
    const total_t sum = sum_of_items(totals, own);
    total_t mean = 0;
    if (!WHOLE && ZERO_MEAN) mean = first + sum / (float)(columns * rows);
    total_t rest = own = 0;
    for (int i = get_local_id(0); i < columns * rows; i += ITEMS) {
        const total_t value = patch[begin + (size_t)(i / columns) * pitch + i % columns] - mean;
        own += value * value;
        rest += value;
    }
    const total_t squares = sum_of_items(totals, own), rest_sum = sum_of_items(totals, rest);
    if (get_local_id(0) > 0) return;
    statistics[0] = WHOLE ? sum : mean;
    // The subtracted mean was rounded; the rest corrects it.
    statistics[1] = WHOLE || !ZERO_MEAN ? squares : squares - rest_sum * rest_sum / (columns * rows);
    statistics[2] = rest_sum;
}

// An entry of the table holds the template's samples of a column in a row and in the three rows above it. Samples
// beyond the template are 0. `table_pitch` is a multiple of eight.
KERNEL void template_matching_table(global const gray_t* patch, global const total_t* statistics, global float4* table,
                                    int begin, int pitch, int columns, int rows, int table_pitch) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= table_pitch || row >= rows + 3) return;
    const float subtracted = WHOLE ? 0.0f : (float)statistics[0];
    float samples[4];
    for (int r = 0; r < 4; ++r) {
        const int from = row - r;
        const bool exists = column < columns && from >= 0 && from < rows;
        samples[r] = exists ? (float)patch[begin + (size_t)from * pitch + column] - subtracted : 0.0f;
    }
    table[row * table_pitch + column] = vload4(0, samples);
}

#include "measurement/template_scores.clh"
#include "measurement/template_products.clh"
