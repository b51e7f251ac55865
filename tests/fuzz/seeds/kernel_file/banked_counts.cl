// A histogram in local memory, in four copies that keep neighbours apart. A group adds its copies up, and then to the
// result. Red, green, blue and luma have 256 bins each, and a gray image has one row of bins.
//@ scratch: counts = channels == 4 ? 1280 : 256; fill 0
//@ analysis: counts
//@ pixels: 16x16
//@ workgroups: 16x16, 8x8
//@ accepts: u8, gray
kernel void banked_counts(global const uchar* src, global uint* counts, int width, int height) {
    local uint table[4 * 256];
    const int item = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    for (int i = item; i < 1024; i += items) table[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = get_global_id(1); y < height; y += get_global_size(1))
        for (int x = get_global_id(0); x < width; x += get_global_size(0))
            atomic_inc(table + 4 * src[y * width + x] + item % 4);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int bin = item; bin < 256; bin += items)
        atomic_add(counts + bin, table[4 * bin] + table[4 * bin + 1] + table[4 * bin + 2] + table[4 * bin + 3]);
}
