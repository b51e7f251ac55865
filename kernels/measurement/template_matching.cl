// template_matching: how similar the window around each pixel is to a template, from -1 to 1.
//
// The score is a normalised cross-correlation (Lewis 1995). The sums of products of each window with the template take
// almost all of the time. A work-item computes them for four rows of LANES pixels, so that each value that it loads
// serves several products. Bytes are computed in integers (WHOLE): the sums of windows come from integral images,
// modulo 2^32. Other samples are floats, and the sums of windows are made beside the products. One of the window's
// samples is subtracted first, so that these sums keep their digits.
//
// Three kernels make the gray image and the template's statistics and table; the last one computes the scores. Defines:
// WHOLE, 1 for integers; ZERO_MEAN, 1 if means are subtracted from the window and from the template; ITEMS, the
// workgroup that sums up the template; LANES, 16 on CPUs and 4 on GPUs.
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

// The scores, from the sums of a window, of the template and of their products. A score is the covariance divided by
// both standard deviations, or without ZERO_MEAN the same for uncentred products. It is 0 where the window or the
// template is constant. Integers are exact until the last division. Floats of a window may lose digits, if its mean is
// far from the sample that was subtracted; such a window is computed a second time.

// The sum of the window with its upper left corner at (x, y), from an integral image.
INLINE uint window_sum(global const uint* sums, int x, int y, int columns, int rows, int width) {
    global const uint* const last = sums + (size_t)(y + rows - 1) * width + x + columns - 1;
    const size_t up = (size_t)rows * width;
    uint sum = *last;
    if (x > 0) sum -= last[-columns];
    if (y > 0) sum -= *(last - up);
    if (x > 0 && y > 0) sum += *(last - up - columns);
    return sum;
}

// sum, squares: of the window; of_template: the same of the template.
INLINE float integer_score(uint products, uint sum, uint squares, uint2 of_template, int area) {
    long shared = products;
    ulong own = squares, other = of_template.y;
    if (ZERO_MEAN) {
        const ulong n = area;
        shared = (long)(n * products) - (long)((ulong)sum * of_template.x);
        own = n * squares - (ulong)sum * sum;
        other = n * of_template.y - (ulong)of_template.x * of_template.x;
    }
    return own == 0 || other == 0 ? 0.0f : (float)shared / (sqrt((float)own) * sqrt((float)other));
}

INLINE float float_score(float shared, float own, float other) {
    return own > 0.0f && other > 0.0f ? shared / (sqrt(own) * sqrt(other)) : 0.0f;
}

// Sums have lost digits if the squares exceed the variance by this factor.
#define LOST_DIGITS 32.0f

// The score of a window by itself, in two passes, the first for its mean. It serves windows that have lost digits, and
// those whose neighbours are NaN or infinite. The zeros around the template do not keep such neighbours away.
INLINE float score_of_window(global const gray_t* corner, global const float4* table, float other, int columns,
                             int rows, int table_pitch, int width) {
    const float first = ZERO_MEAN ? *corner : 0.0f;
    float mean = 0.0f; // of the differences from the first sample
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
    return float_score(shared, squares, other);
}

// The products: register-blocked correlation. A work-item computes four rows of LANES neighbouring scores. An entry of
// the table has the template's samples for four rows. Each segment of LANES samples thus meets four of them: one load
// of each serves 4 LANES products. All sums are in registers. CPUs (LANES is 16) load the segment of each column. GPUs
// shift eight segments out of two loads, of which the second serves the next eight columns. Products of integers are
// added up in floats as long as these are exact, for `flush` rows, and then in 32 bits.
#if WHOLE
typedef PASTE(uint, LANES) products_t;
INLINE products_t to_products(floats_t sums) { return PASTE(convert_uint, LANES)(sums); }
#else
typedef floats_t products_t;
INLINE products_t to_products(floats_t sums) { return sums; }
#endif

// A row of the image that windows see.
typedef struct {
    global const gray_t* samples;
    global const float4* entries; // the row of the table
    int left, width, columns;     // columns: those of the template
    float subtracted;
} source_row_t;

// The samples of a segment; beyond the edge the edge sample repeats.
INLINE floats_t samples_at(source_row_t row, int x) {
    floats_t segment;
    if (x >= 0 && x + LANES <= row.width) {
        segment = convert_floats(load_segment(row.samples + x));
    } else {
        float samples[LANES];
        for (int i = 0; i < LANES; ++i) samples[i] = row.samples[clamp(x + i, 0, row.width - 1)];
        segment = load_segment(samples);
    }
    return WHOLE ? segment : segment - row.subtracted;
}

// The sums of a few rows: products with the template for each of the four rows of scores, and the samples themselves.
typedef struct {
    floats_t products[4], row_sum, row_squares;
} row_sums_t;

// Adds column `column` of the template.
INLINE void add_column(row_sums_t* sums, source_row_t row, int column, floats_t samples) {
    const float4 entry = row.entries[column];
    sums->products[0] = mad(samples, (floats_t)(entry.x), sums->products[0]);
    sums->products[1] = mad(samples, (floats_t)(entry.y), sums->products[1]);
    sums->products[2] = mad(samples, (floats_t)(entry.z), sums->products[2]);
    sums->products[3] = mad(samples, (floats_t)(entry.w), sums->products[3]);
    // The last columns of the table are beyond the template.
    if (!WHOLE && column < row.columns) {
        sums->row_sum += samples;
        sums->row_squares = mad(samples, samples, sums->row_squares);
    }
}

// Adds eight columns from `column` on. `next` is the segment of the first one.
#if LANES == 16
INLINE void add_columns(row_sums_t* sums, source_row_t row, int column, floats_t* next) {
    for (int i = 0; i < 8; ++i) add_column(sums, row, column + i, samples_at(row, row.left + column + i));
}
#else
INLINE void add_columns(row_sums_t* sums, source_row_t row, int column, floats_t* next) {
    float16 segments;
    segments.lo = *next;
    segments.hi = *next = samples_at(row, row.left + column + 8);
    add_column(sums, row, column, segments.s01234567);
    add_column(sums, row, column + 1, segments.s12345678);
    add_column(sums, row, column + 2, segments.s23456789);
    add_column(sums, row, column + 3, segments.s3456789a);
    add_column(sums, row, column + 4, segments.s456789ab);
    add_column(sums, row, column + 5, segments.s56789abc);
    add_column(sums, row, column + 6, segments.s6789abcd);
    add_column(sums, row, column + 7, segments.s789abcde);
}
#endif

// sums, squares: integral images, for integers. across, down: the position of the score in its window.
KERNEL void template_matching_products(global const gray_t* gray, global const uint* sums, global const uint* squares,
                                       global const float4* table, global const total_t* statistics, global float* dst,
                                       int columns, int rows, int table_pitch, int flush, int across, int down,
                                       int width, int height) {
    const int x = (int)get_global_id(0) * LANES, left = x - across;
    const int y = (int)get_global_id(1) * 4, top = y - down;
    if (x >= width || y >= height) return;
    products_t products[4];
    floats_t window_sums[4], window_squares[4];
    for (int r = 0; r < 4; ++r) {
        products[r] = 0;
        window_sums[r] = window_squares[r] = 0.0f;
    }
    float subtracted = 0.0f;
    if (!WHOLE && ZERO_MEAN) {
        // A sample in the middle of all of these windows, unless it is NaN or infinite.
        const float middle = gray[(size_t)clamp(top + rows / 2 + 2, 0, height - 1) * width +
                                  clamp(left + (columns + LANES) / 2, 0, width - 1)];
        if (isfinite(middle)) subtracted = middle;
    }
    if (left + LANES > 0 && left + columns <= width && top + 3 >= 0 && top + rows <= height) {
        row_sums_t added;
        for (int r = 0; r < 4; ++r) added.products[r] = 0.0f;
        for (int j = 0; j < rows + 3; ++j) {
            const source_row_t row = {gray + (size_t)clamp(top + j, 0, height - 1) * width,
                                      table + j * table_pitch,
                                      left,
                                      width,
                                      columns,
                                      subtracted};
            floats_t next = 0.0f;
            if (LANES < 16) next = samples_at(row, left);
            added.row_sum = added.row_squares = 0.0f;
            for (int k = 0; k < table_pitch; k += 8) add_columns(&added, row, k, &next);
            for (int r = 0; r < 4 && !WHOLE; ++r)
                if (j >= r && j < rows + r) window_sums[r] += added.row_sum, window_squares[r] += added.row_squares;
            if ((j + 1) % flush != 0 && j + 1 != rows + 3) continue;
            for (int r = 0; r < 4; ++r) {
                products[r] += to_products(added.products[r]);
                added.products[r] = 0.0f;
            }
        }
    }
    const int area = columns * rows;
    for (int r = 0; r < 4 && y + r < height; ++r) {
        total_t own[LANES];
        float own_sums[LANES], own_squares[LANES];
        store_segment(products[r], own);
        if (!WHOLE) {
            store_segment(window_sums[r], own_sums);
            store_segment(window_squares[r], own_squares);
        }
        for (int p = 0; p < LANES && x + p < width; ++p) {
            const int u = left + p, v = top + r;
            float score = 0.0f;
            if (u >= 0 && u + columns <= width && v >= 0 && v + rows <= height) {
                if (WHOLE) {
                    score = integer_score(own[p], window_sum(sums, u, v, columns, rows, width),
                                          window_sum(squares, u, v, columns, rows, width),
                                          (uint2)(statistics[0], statistics[1]), area);
                } else {
                    const float mean = ZERO_MEAN ? own_sums[p] / (float)area : 0.0f;
                    const float spread = own_squares[p] - mean * own_sums[p];
                    if (!isfinite((float)own[p]) || (ZERO_MEAN && own_squares[p] > LOST_DIGITS * spread))
                        score = score_of_window(gray + (size_t)v * width + u, table, statistics[1], columns, rows,
                                                table_pitch, width);
                    else
                        score = float_score(own[p] - mean * statistics[2], spread, statistics[1]);
                }
            }
            dst[(size_t)(y + r) * width + x + p] = score;
        }
    }
}
