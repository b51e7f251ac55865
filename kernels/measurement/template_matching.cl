// template-matching: how alike a template and the window around each pixel are, from -1 to 1.
//
// 8 bits are counted in whole numbers: products add up in floats as long as these are exact (`flush` rows at a time),
// then in 32 bits, and the sums of windows come from integral images modulo 2^32. Others are floats, from which the
// window's mean is taken first.
//
// Defines: those of common.clh; WHOLE (1: whole numbers), ZERO_MEAN (1: means are taken away), ITEMS (of the workgroup
// that sums the template up).

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
// numbers the sum and the sum of squares, else what is taken away and the sum of squares of what is left.
KERNEL void template_matching_statistics(global const GRAY* patch, global TOTAL* statistics, int begin, int pitch,
                                         int columns, int rows) {
    local TOTAL totals[ITEMS];
    TOTAL own = 0;
    for (int i = get_local_id(0); i < columns * rows; i += ITEMS)
        own += patch[begin + (size_t)(i / columns) * pitch + i % columns];
    const TOTAL sum = sum_of_items(totals, own);
#if WHOLE
    const TOTAL mean = 0;
#else
    const TOTAL mean = ZERO_MEAN ? sum / (float)(columns * rows) : 0.0f;
#endif
    own = 0;
    for (int i = get_local_id(0); i < columns * rows; i += ITEMS) {
        const TOTAL value = patch[begin + (size_t)(i / columns) * pitch + i % columns] - mean;
        own += value * value;
    }
    const TOTAL squares = sum_of_items(totals, own);
    if (get_local_id(0) > 0) return;
    statistics[0] = WHOLE ? sum : mean;
    statistics[1] = squares;
}

// Each entry has the template's samples of a column in row j and the three rows above it, 0 beyond the template;
// `pitch` of the table is a multiple of eight.
KERNEL void template_matching_table(global const GRAY* patch, global float4* table, int begin, int pitch, int columns,
                                    int rows, int table_pitch) {
    const int column = get_global_id(0);
    const int row = get_global_id(1);
    if (column >= table_pitch || row >= rows + 3) return;
    float samples[4];
    for (int r = 0; r < 4; ++r) {
        const int from = row - r;
        const bool exists = column < columns && from >= 0 && from < rows;
        samples[r] = exists ? (float)patch[begin + (size_t)from * pitch + column] : 0.0f;
    }
    table[row * table_pitch + column] = vload4(0, samples);
}

#if WHOLE
static inline float8 eight_samples(global const GRAY* row, int x, int width) {
    if (x >= 0 && x + 8 <= width) return convert_float8(vload8(0, row + x));
    float samples[8];
    for (int i = 0; i < 8; ++i) samples[i] = row[clamp(x + i, 0, width - 1)];
    return vload8(0, samples);
}

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

#define ADD_COLUMN(i, samples)                                                                                         \
    {                                                                                                                  \
        const float4 t = entries[k + i];                                                                               \
        added0 = mad(samples, (float8)(t.x), added0);                                                                  \
        added1 = mad(samples, (float8)(t.y), added1);                                                                  \
        added2 = mad(samples, (float8)(t.z), added2);                                                                  \
        added3 = mad(samples, (float8)(t.w), added3);                                                                  \
    }

// across, down: where in the window its score is. A work-item makes four rows of eight neighbouring scores: each sample
// that it loads meets 32 of the template's, and each entry of the table eight samples in four rows.
KERNEL void template_matching_products(global const GRAY* gray, global const uint* sums, global const uint* squares,
                                       global const float4* table, global const uint* statistics, global float* dst,
                                       int columns, int rows, int table_pitch, int flush, int across, int down,
                                       int width, int height) {
    const int x = (int)get_global_id(0) * 8, left = x - across;
    const int y = (int)get_global_id(1) * 4, top = y - down;
    if (x >= width || y >= height) return;
    uint8 products[4];
    for (int r = 0; r < 4; ++r) products[r] = 0;
    if (left + 7 >= 0 && left + columns <= width && top + 3 >= 0 && top + rows <= height) {
        float8 added0 = 0.0f, added1 = 0.0f, added2 = 0.0f, added3 = 0.0f;
        for (int j = 0; j < rows + 3; ++j) {
            global const GRAY* const from = gray + (size_t)clamp(top + j, 0, height - 1) * width;
            global const float4* const entries = table + j * table_pitch;
            float8 next = eight_samples(from, left, width);
            for (int k = 0; k < table_pitch; k += 8) {
                float16 run;
                run.lo = next;
                run.hi = next = eight_samples(from, left + k + 8, width);
                ADD_COLUMN(0, run.s01234567)
                ADD_COLUMN(1, run.s12345678)
                ADD_COLUMN(2, run.s23456789)
                ADD_COLUMN(3, run.s3456789a)
                ADD_COLUMN(4, run.s456789ab)
                ADD_COLUMN(5, run.s56789abc)
                ADD_COLUMN(6, run.s6789abcd)
                ADD_COLUMN(7, run.s789abcde)
            }
            if ((j + 1) % flush != 0 && j + 1 != rows + 3) continue;
            products[0] += convert_uint8(added0);
            products[1] += convert_uint8(added1);
            products[2] += convert_uint8(added2);
            products[3] += convert_uint8(added3);
            added0 = added1 = added2 = added3 = 0.0f;
        }
    }
    const uint2 of_template = (uint2)(statistics[0], statistics[1]);
    for (int r = 0; r < 4 && y + r < height; ++r) {
        uint own[8];
        vstore8(products[r], 0, own);
        for (int p = 0; p < 8 && x + p < width; ++p) {
            const int u = left + p, v = top + r;
            const bool fits = u >= 0 && u + columns <= width && v >= 0 && v + rows <= height;
            dst[(size_t)(y + r) * width + x + p] =
                fits ? score_of(own[p], window_sum(sums, u, v, columns, rows, width),
                                window_sum(squares, u, v, columns, rows, width), of_template, columns * rows)
                     : 0.0f;
        }
    }
}
#else
// A work-item a window, twice through it.
KERNEL void template_matching_windows(global const GRAY* gray, global const float4* table,
                                      global const float* statistics, global float* dst, int columns, int rows,
                                      int table_pitch, int across, int down, int width, int height) {
    const int x = get_global_id(0), left = x - across;
    const int y = get_global_id(1), top = y - down;
    if (x >= width || y >= height) return;
    float score = 0.0f;
    if (left >= 0 && left + columns <= width && top >= 0 && top + rows <= height) {
        global const GRAY* const corner = gray + (size_t)top * width + left;
        float mean = 0.0f;
        for (int j = 0; j < rows && ZERO_MEAN; ++j) {
            float sum = 0.0f;
            for (int i = 0; i < columns; ++i) sum += corner[(size_t)j * width + i];
            mean += sum;
        }
        mean /= (float)(columns * rows);
        float shared = 0.0f, squares = 0.0f;
        for (int j = 0; j < rows; ++j) {
            float row_shared = 0.0f, row_squares = 0.0f;
            for (int i = 0; i < columns; ++i) {
                const float own = corner[(size_t)j * width + i] - mean;
                row_shared = mad(own, table[j * table_pitch + i].x - statistics[0], row_shared);
                row_squares = mad(own, own, row_squares);
            }
            shared += row_shared;
            squares += row_squares;
        }
        const float other = statistics[1];
        score = squares == 0.0f || other == 0.0f ? 0.0f : shared / (sqrt(squares) * sqrt(other));
    }
    dst[(size_t)y * width + x] = score;
}
#endif
