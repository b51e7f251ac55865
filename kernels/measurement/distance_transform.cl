// distance-transform: in each column the rows to the nearest black pixel, then the nearest of a row's columns.

static inline bool is_black(SRC_PIXEL pixel) {
#if SRC_CHANNELS == 4
    return LUMA(pixel.x, pixel.y, pixel.z) == 0;
#else
    return pixel == 0;
#endif
}

// A work-item a column. What has no black pixel is width + height away, beyond any that is in the image.
KERNEL void distance_transform_columns(global const SRC_PIXEL* src, global int* rows, int width, int height) {
    const int x = get_global_id(0);
    if (x >= width || get_global_id(1) > 0) return;
    const int beyond = width + height;
    int distance = beyond;
    for (int y = 0; y < height; ++y) {
        const size_t i = (size_t)y * width + x;
        distance = is_black(src[i]) ? 0 : min(distance + 1, beyond);
        rows[i] = distance;
    }
    for (int y = height - 1; y >= 0; --y) {
        const size_t i = (size_t)y * width + x;
        distance = min(rows[i], distance + 1);
        rows[i] = distance;
    }
}

KERNEL void distance_transform_search(global const int* rows, global float* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    global const int* const row = rows + (size_t)y * width;
    int least = row[x] * row[x];
    const int most = max(x, width - 1 - x);
    for (int d = 1; d <= most && d * d < least; ++d) {
        const int left = row[max(x - d, 0)], right = row[min(x + d, width - 1)];
        // Beyond an end stands the end itself, which had its turn at its own distance.
        const int nearer = min(left, right);
        least = min(least, d * d + nearer * nearer);
    }
    dst[(size_t)y * width + x] = sqrt((float)least);
}
