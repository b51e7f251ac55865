// convolution: correlation with a window of (2 radius + 1)^2 weights over one denominator.

// NAME(sum, denominator): the quotient of floats of type V, rounded half to even. Where the weights are fractions, sum
// and denominator are whole numbers, and the remainder tells exactly on which side of a half the quotient lies.
#if DST_IS_FLOAT
#define DEFINE_QUOTIENT(NAME, V)                                                                                       \
    static inline V NAME(V sum, float denominator) { return sum / denominator; }
#else
#define DEFINE_QUOTIENT(NAME, V)                                                                                       \
    static inline V NAME(V sum, float denominator) {                                                                   \
        V rounded = HALF_EVEN(clamp(sum / denominator, -1.0f, DST_MAX + 1.0f));                                        \
        if (denominator > 1.0f) {                                                                                      \
            const V odd = rounded - 2.0f * floor(0.5f * rounded);                                                      \
            const V twice = 2.0f * (sum - rounded * denominator);                                                      \
            rounded += select((V)(0.0f), (V)(1.0f), twice + 0.5f * odd > denominator);                                 \
            rounded -= select((V)(0.0f), (V)(1.0f), twice - 0.5f * odd < -denominator);                                \
        }                                                                                                              \
        return rounded;                                                                                                \
    }
#endif
DEFINE_QUOTIENT(quotient, SUM)

// All windows are summed row by row and then over the rows: shorter sums lose fewer bits.

// The window around (x, y) where it leaves the image.
static inline SUM border_sum(global const SRC_PIXEL* src, constant float* weights, int x, int y, int width, int height,
                             int radius) {
    const int k = 2 * radius + 1;
    SUM sum = 0.0f;
    for (int j = 0; j < k; ++j) {
        const int row = border_index(y + j - radius, height);
        if (!IS_INSIDE(row)) continue;
        SUM part = 0.0f;
        for (int i = 0; i < k; ++i) {
            const int column = border_index(x + i - radius, width);
            if (IS_INSIDE(column)) part = mad(weights[j * k + i], TO_SUM(src[row * width + column]), part);
        }
        sum += part;
    }
    return sum;
}

// The window of sample(i, j), i columns right and j rows down of its first, into `sum` of type V.
#define WINDOW_SUM(V, sum, weights, radius, sample)                                                                    \
    for (int j = 0; j <= 2 * (radius); ++j) {                                                                          \
        V part = 0.0f;                                                                                                 \
        for (int i = 0; i <= 2 * (radius); ++i)                                                                        \
            part = mad((weights)[j * (2 * (radius) + 1) + i], sample(i, j), part);                                     \
        sum += part;                                                                                                   \
    }

#define NAIVE_SAMPLE(i, j) TO_SUM(first[(j) * width + (i)])
KERNEL void convolution_naive(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                              int height, int radius, float denominator) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    SUM sum = 0.0f;
    if (x >= radius && y >= radius && x + radius < width && y + radius < height) {
        global const SRC_PIXEL* first = src + (y - radius) * width + x - radius;
        WINDOW_SUM(SUM, sum, weights, radius, NAIVE_SAMPLE)
    } else {
        sum = border_sum(src, weights, x, y, width, height, radius);
    }
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], TO_DST_PIXEL(quotient(sum, denominator)));
}

#define TILED_SAMPLE(i, j) TO_SUM(first[(j) * tile_width + (i)])
// tile: the workgroup's pixels with radius more on every side.
KERNEL void convolution_tiled(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                              int height, int radius, float denominator, local SRC_PIXEL* tile) {
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    const int top = (int)(get_group_id(1) * get_local_size(1)) - radius;
    const int tile_width = (int)get_local_size(0) + 2 * radius;
    const int tile_height = (int)get_local_size(1) + 2 * radius;
    for (int j = get_local_id(1); j < tile_height; j += get_local_size(1)) {
        const int row = border_index(top + j, height);
        for (int i = get_local_id(0); i < tile_width; i += get_local_size(0)) {
            const int column = border_index(left + i, width);
            tile[j * tile_width + i] =
                IS_INSIDE(row) && IS_INSIDE(column) ? src[row * width + column] : (SRC_PIXEL)(0);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    local const SRC_PIXEL* first = tile + get_local_id(1) * tile_width + get_local_id(0);
    SUM sum = 0.0f;
    WINDOW_SUM(SUM, sum, weights, radius, TILED_SAMPLE)
    dst[y * width + x] = WITH_ALPHA_OF(first[radius * tile_width + radius], TO_DST_PIXEL(quotient(sum, denominator)));
}

#ifdef LANES
DEFINE_QUOTIENT(run_quotient, FLOATS)

#define RUN_SAMPLE(i, j) TO_FLOATS(LOAD(first + ((j) * width + (i)) * SRC_CHANNELS))
// One work-item makes a run of pixels of a row; where windows leave the image, one after the other.
KERNEL void convolution_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                             int height, int radius, float denominator) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int at = y * width + x;
    if (x >= radius && y >= radius && x + RUN + radius <= width && y + radius < height) {
        global const SRC_TYPE* first = (global const SRC_TYPE*)(src + at - radius * width - radius);
        FLOATS sum = 0.0f;
        WINDOW_SUM(FLOATS, sum, weights, radius, RUN_SAMPLE)
        store_samples(TO_DST_AS(DST_SAMPLES, run_quotient(sum, denominator)), src + at, dst + at);
    } else {
        for (int p = 0; p < RUN && x + p < width; ++p) {
            const SUM sum = border_sum(src, weights, x + p, y, width, height, radius);
            dst[at + p] = WITH_ALPHA_OF(src[at + p], TO_DST_PIXEL(quotient(sum, denominator)));
        }
    }
}
#endif
