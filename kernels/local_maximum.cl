// local_maximum: of the window of (2 radius + 1)^2 samples around each. Maxima are found in ORDER (common.clh), which
// the buffer between two passes holds as well, with the source's alpha. Borders replicate.

#if SRC_CHANNELS == 4
#define ORDER_WITH_ALPHA_OF(source, order) ((ORDER)((order).xyz, (source).w))
#else
#define ORDER_WITH_ALPHA_OF(source, order) (order)
#endif

// The window always holds the edge sample that would repeat beyond the edge, so it may as well end there.
KERNEL void local_maximum_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height,
                                 int radius) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    ORDER most = 0;
    for (int j = max(y - radius, 0); j <= min(y + radius, height - 1); ++j)
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i)
            most = max(most, ORDER_OF(src[j * width + i]));
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], PIXEL_OF(most));
}

// tile: the workgroup's pixels with radius more to the left and right.
KERNEL void local_maximum_local_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height,
                                     int radius, local ORDER* tile) {
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
    rows[y * width + x] = ORDER_WITH_ALPHA_OF(first[radius], most);
}

// tile: the workgroup's pixels with radius more above and below.
KERNEL void local_maximum_local_columns(global const ORDER* rows, global DST_PIXEL* dst, int width, int height,
                                        int radius, local ORDER* tile) {
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
    dst[y * width + x] = PIXEL_OF(ORDER_WITH_ALPHA_OF(first[radius * tile_width], most));
}

#ifdef K
// K outputs in a line from K + K - 1 samples. The window of output j is the samples from j on of the first K, whose
// maximum is a suffix's, and the first j of those that follow, whose maximum grows as j does.
// sample(i): sample i of the line. put(j, most): takes output j.
#define VAN_HERK(outputs, sample, put)                                                                                 \
    ORDER suffix[K];                                                                                                   \
    suffix[K - 1] = sample(K - 1);                                                                                     \
    for (int i = K - 2; i >= 0; --i) suffix[i] = max(suffix[i + 1], sample(i));                                        \
    put(0, suffix[0]);                                                                                                 \
    ORDER prefix = 0;                                                                                                  \
    for (int j = 1; j < min(K, outputs); ++j) {                                                                        \
        prefix = max(prefix, sample(K - 1 + j));                                                                       \
        put(j, max(suffix[j], prefix));                                                                                \
    }

#define ROW_SAMPLE(i) ORDER_OF(row[clamp(x + (i) - K / 2, 0, width - 1)])
#define ROW_PUT(j, most) rows[y * width + x + (j)] = ORDER_WITH_ALPHA_OF(ORDER_OF(row[x + (j)]), most)
KERNEL void local_maximum_herk_rows(global const SRC_PIXEL* src, global ORDER* rows, int width, int height) {
    const int x = (int)get_global_id(0) * K;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    global const SRC_PIXEL* row = src + y * width;
    VAN_HERK(width - x, ROW_SAMPLE, ROW_PUT)
}

#define COLUMN_SAMPLE(i) column[clamp(y + (i) - K / 2, 0, height - 1) * width]
#define COLUMN_PUT(j, most)                                                                                            \
    dst[(y + (j)) * width + x] = PIXEL_OF(ORDER_WITH_ALPHA_OF(column[(y + (j)) * width], most))
KERNEL void local_maximum_herk_columns(global const ORDER* rows, global DST_PIXEL* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = (int)get_global_id(1) * K;
    if (x >= width || y >= height) return;
    global const ORDER* column = rows + x;
    VAN_HERK(height - y, COLUMN_SAMPLE, COLUMN_PUT)
}
#endif
