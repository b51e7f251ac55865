// A binomial filter in two passes that take the same arguments: the second one filters the result of the first.
//@ variant: both; passes across, down; result chained; idea A pass for each direction.
//@ reference: none
kernel void across(global const uchar* src, global uchar* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    global const uchar* row = src + y * width;
    dst[y * width + x] = (row[max(x - 1, 0)] + 2 * row[x] + row[min(x + 1, width - 1)] + 2) / 4;
}

kernel void down(global const uchar* src, global uchar* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int above = src[max(y - 1, 0) * width + x], below = src[min(y + 1, height - 1) * width + x];
    dst[y * width + x] = (above + 2 * src[y * width + x] + below + 2) / 4;
}
