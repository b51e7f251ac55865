// gaussian: the square window at once, or rows and then columns. weights has 2 radius + 1 floats.

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
    SUM_TAPS(SUM, sum, IS_INSIDE(border_index(x - radius + i, width)),
             TO_SUM(row[border_index(x - radius + i, width)]))
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

#ifdef LANES
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
