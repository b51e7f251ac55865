// grayscale: the weighted sum of red, green and blue, one work-item a pixel.

KERNEL void grayscale_direct(global const SRC_PIXEL* src, global DST_TYPE* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    const SRC_PIXEL s = src[i];
#if SRC_CHANNELS == 4
    dst[i] = (DST_TYPE)LUMA(s.x, s.y, s.z);
#else
    dst[i] = s;
#endif
}
