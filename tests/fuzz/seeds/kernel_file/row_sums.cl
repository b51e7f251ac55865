// A work-item for each row, which carries a sum from left to right.
kernel void running_mean(global const uchar* src, global uchar* dst, int width, int height) {
    const int y = get_global_id(0);
    if (y >= height) return;
    uint sum = 0;
    for (int x = 0; x < width; ++x) {
        sum += src[y * width + x];
        dst[y * width + x] = sum / (x + 1);
    }
}
