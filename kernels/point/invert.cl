// invert: full scale minus the sample, one work-item a pixel; alpha stays.

KERNEL void invert_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int i = y * width + x;
    const SRC_PIXEL s = src[i];
    const SRC_PIXEL inverted = WITH_ALPHA_OF(s, (SRC_PIXEL)(SRC_MAX)-s);
    dst[i] = inverted;
}
