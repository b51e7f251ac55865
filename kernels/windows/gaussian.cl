// gaussian: the square window at once, or rows and then columns. weights has 2 radius + 1 floats.
#include "common.clh"

// Adds weights[i] * SAMPLE for i = 0..2 radius where INSIDE; both may use i. By groups of taps, because shorter sums
// lose fewer bits: in one sum of 301 taps, 3 % of the samples of a bright 16-bit image came out one off.
#define GROUP 16
#define SUM_TAPS(V, sum, INSIDE, SAMPLE)                                                                               \
    for (int group = 0; group <= 2 * radius; group += GROUP) {                                                         \
        V part = 0.0f;                                                                                                 \
        for (int i = group; i < min(group + GROUP, 2 * radius + 1); ++i)                                               \
            if (INSIDE) part = mad(weights[i], SAMPLE, part);                                                          \
        sum += part;                                                                                                   \
    }

// One row of the window around x, with the border's rule.
static inline SUM row_sum(global const SRC_PIXEL* row, constant float* weights, int x, int width, int radius) {
    SUM sum = 0.0f;
    SUM_TAPS(SUM, sum, IS_INSIDE(border_index(x - radius + i, width)), TO_SUM(row[border_index(x - radius + i, width)]))
    return sum;
}

// The same where the window does not leave the image.
static inline SUM row_sum_inside(global const SRC_PIXEL* row, constant float* weights, int x, int radius) {
    SUM sum = 0.0f;
    SUM_TAPS(SUM, sum, true, TO_SUM(row[x - radius + i]))
    return sum;
}

KERNEL void gaussian_naive(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                           int height, int radius) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const bool inside = x >= radius && x + radius < width;
    SUM sum = 0.0f;
    for (int j = 0; j <= 2 * radius; ++j) {
        const int from = border_index(y - radius + j, height);
        if (!IS_INSIDE(from)) continue;
        global const SRC_PIXEL* row = src + from * width;
        const SUM part = inside ? row_sum_inside(row, weights, x, radius) : row_sum(row, weights, x, width, radius);
        sum = mad(weights[j], part, sum);
    }
    const int i = y * width + x;
    dst[i] = WITH_ALPHA_OF(src[i], TO_DST_PIXEL(sum));
}

#if defined(LANES) && !defined(ROWS)
// The two passes, by runs of pixels. The floats between the passes lie in planes, one a colour channel.

static inline void store_planes(global float* planes, size_t plane, size_t i, SUM sum) {
#if SRC_CHANNELS == 4
    planes[i] = sum.x;
    planes[i + plane] = sum.y;
    planes[i + 2 * plane] = sum.z;
#else
    planes[i] = sum;
#endif
}

static inline FLOATS run_sum(global const SRC_TYPE* first, constant float* weights, int radius) {
    FLOATS sum = 0.0f;
    SUM_TAPS(FLOATS, sum, true, TO_FLOATS(LOAD(first + i * SRC_CHANNELS)))
    return sum;
}

KERNEL void gaussian_rows(global const SRC_PIXEL* src, global float* planes, constant float* weights, int width,
                          int height, int radius) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t plane = (size_t)width * height;
    const size_t i = (size_t)y * width + x;
    if (x >= radius && x + RUN + radius <= width) {
        const FLOATS sums = run_sum((global const SRC_TYPE*)(src + i - radius), weights, radius);
#if SRC_CHANNELS == 4
        float4 pixels[RUN];
        STORE(sums, (float*)pixels);
        for (int p = 0; p < RUN; ++p) store_planes(planes, plane, i + p, pixels[p]);
#else
        STORE(sums, planes + i);
#endif
    } else {
        for (int p = 0; p < RUN && x + p < width; ++p)
            store_planes(planes, plane, i + p, row_sum(src + i - x, weights, x + p, width, radius));
    }
}

// LANES columns from x on of one plane, around y.
static inline FLOATS columns_sum(global const float* plane, constant float* weights, int x, int y, int width,
                                 int height, int radius) {
    FLOATS sum = 0.0f;
    SUM_TAPS(FLOATS, sum, IS_INSIDE(border_index(y - radius + i, height)),
             LOAD(plane + (size_t)border_index(y - radius + i, height) * width + x))
    return sum;
}

static inline float column_sum(global const float* plane, constant float* weights, int x, int y, int width, int height,
                               int radius) {
    float sum = 0.0f;
    SUM_TAPS(float, sum, IS_INSIDE(border_index(y - radius + i, height)),
             plane[(size_t)border_index(y - radius + i, height) * width + x])
    return sum;
}

KERNEL void gaussian_columns(global const SRC_PIXEL* src, global const float* planes, global DST_PIXEL* dst,
                             constant float* weights, int width, int height, int radius) {
    const int x = (int)get_global_id(0) * LANES;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const bool whole = x + LANES <= width;
    const size_t i = (size_t)y * width + x;
    float sums[COLOUR_CHANNELS][LANES];
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        global const float* plane = planes + (size_t)c * width * height;
        if (whole)
            STORE(columns_sum(plane, weights, x, y, width, height, radius), sums[c]);
        else
            for (int p = 0; x + p < width; ++p)
                sums[c][p] = column_sum(plane, weights, x + p, y, width, height, radius);
    }
    for (int p = 0; p < LANES && x + p < width; ++p) {
#if SRC_CHANNELS == 4
        const SUM sum = (SUM)(sums[0][p], sums[1][p], sums[2][p], 0.0f);
#else
        const SUM sum = sums[0][p];
#endif
        dst[i + p] = WITH_ALPHA_OF(src[i + p], TO_DST_PIXEL(sum));
    }
}
#endif

#ifdef BLOCK_ROWS
// Two passes over blocks of 16 x 16 in local memory. Both blur along rows and write their block transposed, so that the
// second pass blurs along what were columns and puts the image upright again. A workgroup has 16 x 16 / BLOCK_ROWS
// work-items; each makes BLOCK_ROWS samples.
#define BLOCK 16
#define BLOCK_PITCH (BLOCK + 1)
// Rows begin at a multiple of 32 words, odd ones 16 words later: the two rows that 32 neighbouring work-items read at a
// time lie in different banks.
#define LINE_AT(row, pitch) ((row) * (pitch) + ((row)&1) * 16)

// LINES(row, i): sample i of a row as a float. Blurs the group's block of BLOCK rows, `length` long and `rows` of them,
// and leaves it in `block`, to be read transposed.
#define DEFINE_BLUR_BLOCK(NAME, T, SAMPLE)                                                                             \
    static inline void NAME(T from, constant float* weights, int length, int rows, int radius, local float* lines,     \
                            int pitch, local float* block) {                                                           \
        const int x = get_local_id(0);                                                                                 \
        const int left = (int)get_group_id(0) * BLOCK - radius;                                                        \
        const int top = (int)get_group_id(1) * BLOCK;                                                                  \
        for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1))                                               \
            for (int i = x; i < BLOCK + 2 * radius; i += BLOCK) {                                                      \
                const int at = border_index(left + i, length);                                                         \
                const size_t row = min(top + y, rows - 1);                                                             \
                lines[LINE_AT(y, pitch) + i] = IS_INSIDE(at) ? SAMPLE(from, row * length + at) : 0.0f;                 \
            }                                                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1)) {                                             \
            local const float* line = lines + LINE_AT(y, pitch) + x;                                                   \
            float sum = 0.0f;                                                                                          \
            SUM_TAPS(float, sum, true, line[i])                                                                        \
            block[y * BLOCK_PITCH + x] = sum;                                                                          \
        }                                                                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
    }
#define SOURCE_SAMPLE(samples, i) ((float)(samples)[(i)*SRC_CHANNELS])
#define PLANE_SAMPLE(samples, i) ((samples)[i])
DEFINE_BLUR_BLOCK(blur_source_block, global const SRC_TYPE*, SOURCE_SAMPLE)
DEFINE_BLUR_BLOCK(blur_plane_block, global const float*, PLANE_SAMPLE)

// From the image to planes, one a colour channel, in which columns lie as rows: `height` samples long, `width` of them.
KERNEL void gaussian_block_rows(global const SRC_PIXEL* src, global float* planes, constant float* weights, int width,
                                int height, int radius, int pitch, local float* lines, local float* block) {
    const int column = (int)get_group_id(1) * BLOCK + get_local_id(0);
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        blur_source_block((global const SRC_TYPE*)src + c, weights, width, height, radius, lines, pitch, block);
        for (int y = get_local_id(1); y < BLOCK; y += get_local_size(1)) {
            const int row = (int)get_group_id(0) * BLOCK + y;
            if (row < width && column < height)
                planes[((size_t)c * width + row) * height + column] = block[get_local_id(0) * BLOCK_PITCH + y];
        }
    }
}

// From the planes to the image: their rows are the image's columns.
KERNEL void gaussian_block_columns(global const SRC_PIXEL* src, global const float* planes, global DST_PIXEL* dst,
                                   constant float* weights, int width, int height, int radius, int pitch,
                                   local float* lines, local float* block) {
    float sums[COLOUR_CHANNELS][BLOCK_ROWS];
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        blur_plane_block(planes + (size_t)c * width * height, weights, height, width, radius, lines, pitch, block);
        for (int own = 0; own < BLOCK_ROWS; ++own)
            sums[c][own] = block[get_local_id(0) * BLOCK_PITCH + get_local_id(1) + own * get_local_size(1)];
    }
    const int x = (int)get_group_id(1) * BLOCK + get_local_id(0);
    for (int own = 0; own < BLOCK_ROWS; ++own) {
        const int y = (int)get_group_id(0) * BLOCK + get_local_id(1) + own * (int)get_local_size(1);
        if (x >= width || y >= height) continue;
#if SRC_CHANNELS == 4
        const SUM sum = (SUM)(sums[0][own], sums[1][own], sums[2][own], 0.0f);
#else
        const SUM sum = sums[0][own];
#endif
        const size_t i = (size_t)y * width + x;
        dst[i] = WITH_ALPHA_OF(src[i], TO_DST_PIXEL(sum));
    }
}
#endif

#ifdef STRIP
#include "gaussian_fused.clh"
#endif

#ifdef STRIPS
#include "gaussian_strips.clh"

KERNEL void gaussian_strips(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                            int height, int radius, int strip_width, int strip_height, int pitch, local float* strip,
                            local float* blurred) {
    const Strip cut = {strip_width, strip_height, radius, pitch};
    blur_strip(cut, src, dst, weights, width, height, strip, blurred, 0.0f);
}
#endif

#ifdef WARPS
#include "gaussian_products.clh"
#endif

#ifdef ROWS
#include "gaussian_columns.clh"

KERNEL void gaussian_columns_first(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights,
                                   int width, int height) {
    local float4 lines[ROWS * LINE];
    const Block own = own_block(width);
    lay_blurred_columns(own, src, weights, RADIUS, width, height, lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.helps) return;
    UNROLL_FOR (int p = 0; p < ROWS; ++p)
        if (own.y + p < height)
            put_run(RUN_OF_FLOATS(BLURRED_ROW(lines, p, weights, RADIUS)), src, dst, own.x, own.y + p, width);
}
#endif
