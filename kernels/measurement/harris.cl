// harris: Sobel's derivatives and the sums of their products in whole numbers (of float images in floats, in the
// reference's order), the response in floats.

#if SRC_IS_FLOAT
#define NUMBER float
#define NUMBERS float3
#elif SRC_TYPE_ID == 1
#define NUMBER long
#define NUMBERS long3
#else
#define NUMBER int
#define NUMBERS int3
#endif

static inline NUMBER brightness(global const SRC_PIXEL* src, int x, int y, int width, int height) {
    const SRC_PIXEL pixel = src[(size_t)border_index(y, height) * width + border_index(x, width)];
#if SRC_CHANNELS == 4
    return (NUMBER)LUMA(pixel.x, pixel.y, pixel.z);
#else
    return (NUMBER)pixel;
#endif
}
#define AT(i, j) brightness(src, x + (i), y + (j), width, height)

// dx^2, dx dy, dy^2.
static inline NUMBERS products(global const SRC_PIXEL* src, int x, int y, int width, int height) {
    const NUMBER a = AT(-1, -1), b = AT(0, -1), c = AT(1, -1), d = AT(-1, 0), f = AT(1, 0);
    const NUMBER g = AT(-1, 1), h = AT(0, 1), i = AT(1, 1);
    const NUMBER dx = c + 2 * f + i - (a + 2 * d + g), dy = g + 2 * h + i - (a + 2 * b + c);
    return (NUMBERS)(dx * dx, dx * dy, dy * dy);
}

KERNEL void harris_direct(global const SRC_PIXEL* src, global DST_TYPE* dst, int block, float k, float scale, int width,
                          int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    NUMBERS sums = 0;
    for (int j = y - block / 2; j < y - block / 2 + block; ++j)
        for (int i = x - block / 2; i < x - block / 2 + block; ++i)
            sums += products(src, border_index(i, width), border_index(j, height), width, height);
    const float a = (float)sums.x, b = (float)sums.y, c = (float)sums.z, trace = a + c;
    dst[(size_t)y * width + x] = (a * c - b * b - k * trace * trace) * scale;
}
