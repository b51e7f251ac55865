// peaks: full scale where the sample equals the maximum of its window of (2 radius + 1)^2 and reaches the threshold,
// which is in the sample's units. Maxima are found in ORDER (common.clh). Borders replicate.

// Whether samples equal their windows' maxima, as samples: NaN equals nothing.
#if SRC_CHANNELS == 4
#define PEAK(sample, most) (((sample) == (most) && (float)(sample) >= threshold) ? (DST_TYPE)DST_MAX : (DST_TYPE)0)
#define PEAKS(pixel, most)                                                                                             \
    ((DST_PIXEL)(PEAK((pixel).x, (most).x), PEAK((pixel).y, (most).y), PEAK((pixel).z, (most).z), (pixel).w))
#define IS_PEAK(found) ((found).x != 0 || (found).y != 0 || (found).z != 0)
#else
#define PEAKS(pixel, most) (((pixel) == (most) && (float)(pixel) >= threshold) ? (DST_PIXEL)DST_MAX : (DST_PIXEL)0)
#define IS_PEAK(found) ((found) != 0)
#endif

// Few samples reach the threshold, and of those that do most meet a greater one soon: the rows next to the pixel come
// first, and the search ends with the row after which no channel can be a peak.
// The window always holds the edge sample that would repeat beyond the edge, so it may as well end there.
KERNEL void peaks_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius,
                         float threshold) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const SRC_PIXEL pixel = src[y * width + x];
    DST_PIXEL found = PEAKS(pixel, pixel); // of a window of one pixel
    ORDER most = ORDER_OF(pixel);
    // Rows y, y - 1, y + 1, y - 2 and so on.
    for (int n = 0; n <= 2 * radius && IS_PEAK(found); ++n) {
        const int row = y + (n % 2 ? -(n + 1) / 2 : n / 2);
        if (row < 0 || row >= height) continue;
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i)
            most = max(most, ORDER_OF(src[row * width + i]));
        const SRC_PIXEL maximum = PIXEL_OF(most);
        found = PEAKS(pixel, maximum);
    }
    dst[y * width + x] = found;
}

// tile: the workgroup's pixels with radius more to the left and right.
KERNEL void peaks_local_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height, int radius,
                             local ORDER* tile) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int tile_width = (int)get_local_size(0) + 2 * radius;
    const int left = (int)(get_group_id(0) * get_local_size(0)) - radius;
    local ORDER* line = tile + get_local_id(1) * tile_width;
    for (int i = get_local_id(0); i < tile_width; i += get_local_size(0))
        line[i] = ORDER_OF(src[min(y, height - 1) * width + clamp(left + i, 0, width - 1)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    local const ORDER* first = line + get_local_id(0);
    ORDER most = first[0];
    for (int i = 1; i <= 2 * radius; ++i) most = max(most, first[i]);
    rows[y * width + x] = most;
}

// tile: the workgroup's pixels with radius more above and below.
KERNEL void peaks_local_columns(global const SRC_PIXEL* src, global const ORDER* rows, global DST_PIXEL* dst,
                                int width, int height, int radius, float threshold, local ORDER* tile) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int tile_width = get_local_size(0);
    const int tile_height = (int)get_local_size(1) + 2 * radius;
    const int top = (int)(get_group_id(1) * get_local_size(1)) - radius;
    local ORDER* column = tile + get_local_id(0);
    for (int j = get_local_id(1); j < tile_height; j += get_local_size(1))
        column[j * tile_width] = rows[clamp(top + j, 0, height - 1) * width + min(x, width - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) return;
    local const ORDER* first = column + get_local_id(1) * tile_width;
    ORDER most = first[0];
    for (int j = 1; j <= 2 * radius; ++j) most = max(most, first[j * tile_width]);
    const SRC_PIXEL pixel = src[y * width + x];
    const SRC_PIXEL maximum = PIXEL_OF(most);
    dst[y * width + x] = PEAKS(pixel, maximum);
}
