// Two variants of one filter, of which the second takes four samples for each work-item, and a choice.
//@ label: Two ways
//@ parameter: mode {keep, invert} = keep
//@ variant: one; passes one_by_one; idea One sample for each work-item.
//@ variant: four; passes by_fours; idea Four samples for each work-item.; workgroups 64, 16x4
//@ pass: by_fours; pixels 4x1
//@ reference: none
kernel void one_by_one(global const uchar* src, global uchar* dst, int width, int height, int mode) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const uchar v = src[y * width + x];
    dst[y * width + x] = mode == 1 ? 255 - v : v;
}

kernel void by_fours(global const uchar* src, global uchar* dst, int width, int height, int mode) {
    const int y = get_global_id(1);
    if (y >= height) return;
    for (int x = 4 * get_global_id(0); x < min((int)(4 * get_global_id(0)) + 4, width); ++x) {
        const uchar v = src[y * width + x];
        dst[y * width + x] = mode == 1 ? 255 - v : v;
    }
}
