// template-matching: how alike a template and the window around each pixel are, from -1 to 1.
//
// 8 bits are counted in whole numbers: products add up in floats as long as these are exact (`flush` rows at a time),
// then in 32 bits, and the sums of windows come from integral images modulo 2^32. Others are floats, less one of their
// neighbours: so the sums of windows, which are made beside the products, keep their digits.
//
// Defines: those of common.clh; WHOLE (1: whole numbers), ZERO_MEAN (1: means are taken away), ITEMS (of the workgroup
// that sums the template up).
#include "common.clh"

#if WHOLE
#define GRAY uchar
#define TOTAL uint
#else
#define GRAY float
#define TOTAL float
#endif

KERNEL void template_matching_gray(global const SRC_PIXEL* src, global GRAY* gray, global ushort* squares, int width,
                                   int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = (size_t)y * width + x;
#if SRC_CHANNELS == 4
    const GRAY value = (GRAY)LUMA(src[at].x, src[at].y, src[at].z);
#else
    const GRAY value = (GRAY)src[at];
#endif
    gray[at] = value;
#if WHOLE
    squares[at] = (ushort)((uint)value * value);
#endif
}

static inline TOTAL sum_of_items(local TOTAL* totals, TOTAL own) {
    barrier(CLK_LOCAL_MEM_FENCE);
    totals[get_local_id(0)] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    TOTAL sum = 0;
    for (int i = 0; i < ITEMS; ++i) sum += totals[i];
    return sum;
}

// One workgroup. patch: the template's first pixel is at `begin`, its rows are `pitch` apart. statistics: of whole
// numbers the sum and the sum of squares, else what is taken away, and of what is left the sum of squares and the sum.
KERNEL void template_matching_statistics(global const GRAY* patch, global TOTAL* statistics, int begin, int pitch,
                                         int columns, int rows) {
    local TOTAL totals[ITEMS];
    const TOTAL first = WHOLE || !ZERO_MEAN ? 0 : patch[begin];
    TOTAL own = 0;
    for (int i = get_local_id(0); i < columns * rows; i += ITEMS)
        own += patch[begin + (size_t)(i / columns) * pitch + i % columns] - first;
    const TOTAL sum = sum_of_items(totals, own);
#if WHOLE
    const TOTAL mean = 0;
#else
    const TOTAL mean = ZERO_MEAN ? first + sum / (float)(columns * rows) : 0.0f;
#endif
    TOTAL left = own = 0;
    for (int i = get_local_id(0); i < columns * rows; i += ITEMS) {
        const TOTAL value = patch[begin + (size_t)(i / columns) * pitch + i % columns] - mean;
        own += value * value;
        left += value;
    }
    const TOTAL squares = sum_of_items(totals, own), rest = sum_of_items(totals, left);
    if (get_local_id(0) > 0) return;
    statistics[0] = WHOLE ? sum : mean;
    // The mean that was taken away is a rounded one.
    statistics[1] = WHOLE || !ZERO_MEAN ? squares : squares - rest * rest / (columns * rows);
    statistics[2] = rest;
}

// Each entry has the template's samples of a column in row j and the three rows above it, 0 beyond the template;
// `pitch` of the table is a multiple of eight. Floats are less what is taken away.
KERNEL void template_matching_table(global const GRAY* patch, global const TOTAL* statistics, global float4* table,
                                    int begin, int pitch, int columns, int rows, int table_pitch) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= table_pitch || row >= rows + 3) return;
    const float away = WHOLE ? 0.0f : (float)statistics[0];
    float samples[4];
    for (int r = 0; r < 4; ++r) {
        const int from = row - r;
        const bool exists = column < columns && from >= 0 && from < rows;
        samples[r] = exists ? (float)patch[begin + (size_t)from * pitch + column] - away : 0.0f;
    }
    table[row * table_pitch + column] = vload4(0, samples);
}

// Neighbours, the image's edge repeated beyond it.
static inline FLOATS samples_at(global const GRAY* row, int x, int width) {
    if (x >= 0 && x + LANES <= width) return TO_FLOATS(LOAD(row + x));
    float samples[LANES];
    for (int i = 0; i < LANES; ++i) samples[i] = row[clamp(x + i, 0, width - 1)];
    return LOAD(samples);
}

#if WHOLE
#define PRODUCTS PASTE(uint, LANES)
#define ADDED_UP(floats) PASTE(convert_, PRODUCTS)(floats)
#define CENTRED(samples) (samples)

// Of the window with its upper left corner at (x, y).
static inline uint window_sum(global const uint* sums, int x, int y, int columns, int rows, int width) {
    global const uint* const last = sums + (size_t)(y + rows - 1) * width + x + columns - 1;
    const size_t up = (size_t)rows * width;
    uint sum = *last;
    if (x > 0) sum -= last[-columns];
    if (y > 0) sum -= *(last - up);
    if (x > 0 && y > 0) sum += *(last - up - columns);
    return sum;
}

static inline float score_of(uint products, uint sum, uint squares, uint2 of_template, int area) {
#if ZERO_MEAN
    const ulong n = area;
    const long shared = (long)(n * products) - (long)((ulong)sum * of_template.x);
    const ulong own = n * squares - (ulong)sum * sum;
    const ulong other = n * of_template.y - (ulong)of_template.x * of_template.x;
#else
    const long shared = products;
    const ulong own = squares, other = of_template.y;
#endif
    return own == 0 || other == 0 ? 0.0f : (float)shared / (sqrt((float)own) * sqrt((float)other));
}
#else
#define PRODUCTS FLOATS
#define ADDED_UP(floats) (floats)
#define CENTRED(samples) ((samples)-centre)

static inline float quotient_of(float shared, float own, float other) {
    return own > 0.0f && other > 0.0f ? shared / (sqrt(own) * sqrt(other)) : 0.0f;
}

// Twice through the window: first for its mean. That of a window whose neighbours are no numbers, which the products
// with the zeros around the template are not either, or that has lost digits: its mean is so much farther from what was
// taken away than its samples are from that mean.
#define LOST_DIGITS 32.0f
static inline float score_of_window(global const GRAY* corner, global const float4* table, float other, int columns,
                                    int rows, int table_pitch, int width) {
    const float first = ZERO_MEAN ? *corner : 0.0f;
    float mean = 0.0f; // of what is more than the first sample
    for (int j = 0; j < rows && ZERO_MEAN; ++j) {
        float sum = 0.0f;
        for (int i = 0; i < columns; ++i) sum += corner[(size_t)j * width + i] - first;
        mean += sum;
    }
    mean /= (float)(columns * rows);
    float shared = 0.0f, squares = 0.0f;
    for (int j = 0; j < rows; ++j) {
        float row_shared = 0.0f, row_squares = 0.0f;
        for (int i = 0; i < columns; ++i) {
            const float own = corner[(size_t)j * width + i] - first - mean;
            row_shared = mad(own, table[j * table_pitch + i].x, row_shared);
            row_squares = mad(own, own, row_squares);
        }
        shared += row_shared;
        squares += row_squares;
    }
    return quotient_of(shared, squares, other);
}
#endif

#define ADD_COLUMN(i, samples)                                                                                         \
    {                                                                                                                  \
        const float4 t = entries[k + i];                                                                               \
        added0 = mad(samples, (FLOATS)(t.x), added0);                                                                  \
        added1 = mad(samples, (FLOATS)(t.y), added1);                                                                  \
        added2 = mad(samples, (FLOATS)(t.z), added2);                                                                  \
        added3 = mad(samples, (FLOATS)(t.w), added3);                                                                  \
        ADD_OWN(i, samples)                                                                                            \
    }
#if WHOLE
#define ADD_OWN(i, samples)
#else
// The windows' own sums; the table's last columns may be beyond the template.
#define ADD_OWN(i, samples)                                                                                            \
    if (k + i < columns) {                                                                                             \
        row_sum += samples;                                                                                            \
        row_squares = mad(samples, samples, row_squares);                                                              \
    }
#endif

// Eight columns of a row from column k on. Processors load the samples of each; graphics processors move those of two
// loads, of which the second serves the next eight.
#if LANES == 16
#define FIRST_COLUMNS
#define ADD_COLUMNS                                                                                                    \
    for (int i = 0; i < 8; ++i) {                                                                                      \
        const FLOATS column = CENTRED(samples_at(from, left + k + i, width));                                          \
        ADD_COLUMN(i, column)                                                                                          \
    }
#else
#define FIRST_COLUMNS float8 next = CENTRED(samples_at(from, left, width));
#define ADD_COLUMNS                                                                                                    \
    float16 run;                                                                                                       \
    run.lo = next;                                                                                                     \
    run.hi = next = CENTRED(samples_at(from, left + k + 8, width));                                                    \
    ADD_COLUMN(0, run.s01234567)                                                                                       \
    ADD_COLUMN(1, run.s12345678)                                                                                       \
    ADD_COLUMN(2, run.s23456789)                                                                                       \
    ADD_COLUMN(3, run.s3456789a)                                                                                       \
    ADD_COLUMN(4, run.s456789ab)                                                                                       \
    ADD_COLUMN(5, run.s56789abc)                                                                                       \
    ADD_COLUMN(6, run.s6789abcd)                                                                                       \
    ADD_COLUMN(7, run.s789abcde)
#endif

// sums, squares: integral images of whole numbers. across, down: where in the window its score is. A work-item makes
// four rows of LANES neighbouring scores: each entry of the table meets LANES samples in four rows.
KERNEL void template_matching_products(global const GRAY* gray, global const uint* sums, global const uint* squares,
                                       global const float4* table, global const TOTAL* statistics, global float* dst,
                                       int columns, int rows, int table_pitch, int flush, int across, int down,
                                       int width, int height) {
    const int x = (int)get_global_id(0) * LANES, left = x - across;
    const int y = (int)get_global_id(1) * 4, top = y - down;
    if (x >= width || y >= height) return;
    PRODUCTS products[4];
    for (int r = 0; r < 4; ++r) products[r] = 0;
#if !WHOLE
    FLOATS own_sums[4], own_squares[4];
    for (int r = 0; r < 4; ++r) own_sums[r] = own_squares[r] = 0.0f;
    // In the middle of all of these windows; nothing is taken away where that is no number.
    const float middle = gray[(size_t)clamp(top + rows / 2 + 2, 0, height - 1) * width +
                              clamp(left + (columns + LANES) / 2, 0, width - 1)];
    const float centre = ZERO_MEAN && isfinite(middle) ? middle : 0.0f;
#endif
    if (left + LANES > 0 && left + columns <= width && top + 3 >= 0 && top + rows <= height) {
        FLOATS added0 = 0.0f, added1 = 0.0f, added2 = 0.0f, added3 = 0.0f;
        for (int j = 0; j < rows + 3; ++j) {
            global const GRAY* const from = gray + (size_t)clamp(top + j, 0, height - 1) * width;
            global const float4* const entries = table + j * table_pitch;
            FIRST_COLUMNS
#if !WHOLE
            FLOATS row_sum = 0.0f, row_squares = 0.0f;
#endif
            for (int k = 0; k < table_pitch; k += 8) {
                ADD_COLUMNS
            }
#if !WHOLE
            for (int r = 0; r < 4; ++r)
                if (j >= r && j < rows + r) own_sums[r] += row_sum, own_squares[r] += row_squares;
#endif
            if ((j + 1) % flush != 0 && j + 1 != rows + 3) continue;
            products[0] += ADDED_UP(added0);
            products[1] += ADDED_UP(added1);
            products[2] += ADDED_UP(added2);
            products[3] += ADDED_UP(added3);
            added0 = added1 = added2 = added3 = 0.0f;
        }
    }
    const int area = columns * rows;
    for (int r = 0; r < 4 && y + r < height; ++r) {
        TOTAL own[LANES];
        STORE(products[r], own);
#if !WHOLE
        float sum_of[LANES], squares_of[LANES];
        STORE(own_sums[r], sum_of);
        STORE(own_squares[r], squares_of);
#endif
        for (int p = 0; p < LANES && x + p < width; ++p) {
            const int u = left + p, v = top + r;
            float score = 0.0f;
            if (u >= 0 && u + columns <= width && v >= 0 && v + rows <= height) {
#if WHOLE
                score = score_of(own[p], window_sum(sums, u, v, columns, rows, width),
                                 window_sum(squares, u, v, columns, rows, width), (uint2)(statistics[0], statistics[1]),
                                 area);
#else
                const float mean = ZERO_MEAN ? sum_of[p] / (float)area : 0.0f;
                const float spread = squares_of[p] - mean * sum_of[p];
                if (!isfinite(own[p]) || (ZERO_MEAN && squares_of[p] > LOST_DIGITS * spread))
                    score = score_of_window(gray + (size_t)v * width + u, table, statistics[1], columns, rows,
                                            table_pitch, width);
                else
                    score = quotient_of(own[p] - mean * statistics[2], spread, statistics[1]);
#endif
            }
            dst[(size_t)(y + r) * width + x + p] = score;
        }
    }
}
