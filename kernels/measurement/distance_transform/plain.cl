// distance-transform, variant "plain": the nearest black pixel of each column, then of each row.
//
// First each work-item looks for the nearest black pixel of its column, and stores how many rows away it is:
// width + height if there is none. Then each looks at all columns of its row: the square of the distance is the least
// sum of both squares. A pixel is black if its brightness does not exceed the threshold. With a threshold of 0 only 0
// is black, because samples of floats may be negative.

INLINE bool is_black(global const sample_t* pixel, float threshold) {
    const value_t brightness = SRC_CHANNELS == 4 ? luma(pixel[0], pixel[1], pixel[2]) : pixel[0];
    if (SRC_IS_FLOAT) return brightness == 0 || (threshold > 0 && brightness <= threshold);
    return (int)brightness <= (int)threshold;
}

KERNEL void distance_transform_plain_columns(global const sample_t* src, global int* rows, float threshold, int width,
                                             int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int nearest = width + height;
    for (int v = 0; v < height; ++v)
        if (is_black(src + ((size_t)v * width + x) * SRC_CHANNELS, threshold)) nearest = min(nearest, (int)abs(v - y));
    rows[(size_t)y * width + x] = nearest;
}

KERNEL void distance_transform_plain_rows(global const int* rows, global float* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    int least = INT_MAX;
    for (int u = 0; u < width; ++u) {
        const int across = u - x, down = rows[(size_t)y * width + u];
        least = min(least, across * across + down * down);
    }
    dst[(size_t)y * width + x] = sqrt((float)least);
}
