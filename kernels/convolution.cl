// convolution: correlation with a window of (2 radius + 1)^2 weights over one denominator.

// The sum over its denominator, rounded half to even. Where the weights are fractions, sum and denominator are whole
// numbers, and the remainder tells exactly on which side of a half the quotient lies.
static inline DST_PIXEL quotient(SUM sum, float denominator) {
#if DST_IS_FLOAT
    return sum / denominator;
#else
    SUM rounded = rint(sum / denominator);
    if (denominator > 1.0f) {
        const SUM odd = rounded - 2.0f * floor(0.5f * rounded);
        const SUM twice = 2.0f * (sum - rounded * denominator);
        rounded += select((SUM)(0.0f), (SUM)(1.0f), twice + 0.5f * odd > denominator);
        rounded -= select((SUM)(0.0f), (SUM)(1.0f), twice - 0.5f * odd < -denominator);
    }
    return TO_DST_PIXEL(rounded);
#endif
}

// The window around (x, y) where it leaves the image.
static inline SUM border_sum(global const SRC_PIXEL* src, constant float* weights, int x, int y, int width, int height,
                             int radius) {
    const int k = 2 * radius + 1;
    SUM sum = 0.0f;
    for (int j = 0; j < k; ++j) {
        const int row = border_index(y + j - radius, height);
        if (!IS_INSIDE(row)) continue;
        for (int i = 0; i < k; ++i) {
            const int column = border_index(x + i - radius, width);
            if (IS_INSIDE(column)) sum = mad(weights[j * k + i], TO_SUM(src[row * width + column]), sum);
        }
    }
    return sum;
}

// The window that starts at first, in an image or a tile of that width.
#define WINDOW_SUM(sum, first, weights, radius, width)                                                                 \
    for (int j = 0; j <= 2 * (radius); ++j)                                                                            \
        for (int i = 0; i <= 2 * (radius); ++i)                                                                        \
            sum = mad((weights)[j * (2 * (radius) + 1) + i], TO_SUM((first)[j * (width) + i]), sum);

KERNEL void convolution_naive(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant float* weights, int width,
                              int height, int radius, float denominator) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    SUM sum = 0.0f;
    if (x >= radius && y >= radius && x + radius < width && y + radius < height) {
        WINDOW_SUM(sum, src + (y - radius) * width + x - radius, weights, radius, width)
    } else {
        sum = border_sum(src, weights, x, y, width, height, radius);
    }
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], quotient(sum, denominator));
}

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
    WINDOW_SUM(sum, first, weights, radius, tile_width)
    dst[y * width + x] = WITH_ALPHA_OF(first[radius * tile_width + radius], quotient(sum, denominator));
}
