// harris: Sobel's derivatives and the sums of their products in whole numbers (of float images in floats, in the
// reference's order), the response in floats. STRIPS: for CPUs.
#include "common.clh"

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

static inline NUMBER light_of(SRC_PIXEL pixel) {
#if SRC_CHANNELS == 4
    return (NUMBER)LUMA(pixel.x, pixel.y, pixel.z);
#else
    return (NUMBER)pixel;
#endif
}

// From the sums of dx^2, dx dy and dy^2.
#define RESPONSE(a, b, c, k, scale) (((a) * (c) - (b) * (b) - (k) * ((a) + (c)) * ((a) + (c))) * (scale))

#ifdef STRIPS
#include "whole_conversions.clh"

#if SRC_IS_FLOAT
#define LIGHT float
#else
#define LIGHT int
#endif
#define LIGHTS PASTE(LIGHT, 16)
#define NUMBERS_16 PASTE(NUMBER, 16)
#if SRC_TYPE_ID == 1
#define LOAD_PRODUCTS(from) vload16(0, from)
#define STORE_PRODUCTS(values, to) vstore16(values, 0, to)
#else
#define LOAD_PRODUCTS(from) load_16(from)
#define STORE_PRODUCTS(values, to) store_16(values, to)
#endif

// The brightness of a row's `count` pixels from column `left` on, mirrored beyond the edges.
static inline void lay_out_light(global const SRC_PIXEL* line, local LIGHT* to, int left, int count, int width) {
    int i = 0;
    for (; left + i < 0; ++i) to[i] = light_of(line[border_index(left + i, width)]);
#if SRC_CHANNELS == 1
    for (; i + 16 <= min(count, width - left); i += 16) store_16(CONVERT(load_16(line + left + i), LIGHTS), to + i);
#endif
    for (; i < min(count, width - left); ++i) to[i] = light_of(line[left + i]);
    for (; i < count; ++i) to[i] = light_of(line[border_index(left + i, width)]);
}

// Lines of dx^2, dx dy, dy^2, one behind the other, of `count` pixels, whole vectors; `light` begins a pixel further
// left, in the row above.
static inline void make_products(const local LIGHT* light, int pitch, local NUMBER* to, int count) {
    for (int i = 0; i < count; i += 16) {
        const local LIGHT* above = light + i;
        const local LIGHT *own = above + pitch, *below = own + pitch;
        const LIGHTS a = load_16(above), b = load_16(above + 1), c = load_16(above + 2);
        const LIGHTS d = load_16(own), f = load_16(own + 2);
        const LIGHTS g = load_16(below), h = load_16(below + 1), e = load_16(below + 2);
        const NUMBERS_16 dx = CONVERT(c + 2 * f + e - (a + 2 * d + g), NUMBERS_16);
        const NUMBERS_16 dy = CONVERT(g + 2 * h + e - (a + 2 * b + c), NUMBERS_16);
        STORE_PRODUCTS(dx * dx, to + i);
        STORE_PRODUCTS(dx * dy, to + pitch + i);
        STORE_PRODUCTS(dy * dy, to + 2 * pitch + i);
    }
}

// Windows beyond an edge take the products of the pixels that mirror them. `left`: the first one's column.
static inline void mirror_products(local NUMBER* lines, int pitch, int left, int count, int width) {
    for (int line = 0; line < 3; ++line, lines += pitch) {
        for (int x = left; x < 0; ++x) lines[x - left] = lines[border_index(x, width) - left];
        for (int x = width; x < left + count; ++x) lines[x - left] = lines[border_index(x, width) - left];
    }
}

// Sums from line `oldest` of a ring of `block` on, in the order of the image's rows.
static inline NUMBERS_16 window_sums(const local NUMBER* ring, int pitch, int oldest, int block) {
    NUMBERS_16 sums = 0;
    for (int j = 0; j < block; ++j) {
        const local NUMBER* line = ring + (oldest + j < block ? oldest + j : oldest + j - block) * 3 * pitch;
        for (int i = 0; i < block; ++i) sums += LOAD_PRODUCTS(line + i);
    }
    return sums;
}

// A work-item, a workgroup of its own, makes `rows` rows of `tile` pixels. `light`: rows + block + 1 lines of `pitch`
// numbers; `products`: three lines for each of the last `block` rows.
KERNEL void harris_strips(global const SRC_PIXEL* src, global DST_TYPE* dst, int block, float k, float scale, int width,
                          int height, int tile, int rows, int pitch, local LIGHT* light, local NUMBER* products) {
    const int x = (int)get_global_id(0) * tile, y = (int)get_global_id(1) * rows;
    if (x >= width || y >= height) return;
    const int before = block / 2, left = x - before, top = y - before;
    const int made = min(tile, width - x), lines = min(rows, height - y) + block - 1;
    const int whole = (made + 15) / 16 * 16 + 16; // what sums of whole vectors reach
    for (int j = 0; j < lines + 2; ++j)
        lay_out_light(src + (size_t)border_index(top - 1 + j, height) * width, light + j * pitch, left - 1, whole + 2,
                      width);
    for (int j = 0, slot = 0; j < lines; ++j) {
        local NUMBER* line = products + slot * 3 * pitch;
        make_products(light + (border_index(top + j, height) - top) * pitch, pitch, line, whole);
        mirror_products(line, pitch, left, made + block - 1, width);
        slot = slot + 1 < block ? slot + 1 : 0;
        if (j < block - 1) continue;
        global float* to = dst + (size_t)(top + j - block + 1 + before) * width + x;
        for (int i = 0; i < made; i += 16) {
            const float16 a = CONVERT(window_sums(products + i, pitch, slot, block), float16);
            const float16 b = CONVERT(window_sums(products + pitch + i, pitch, slot, block), float16);
            const float16 c = CONVERT(window_sums(products + 2 * pitch + i, pitch, slot, block), float16);
            const float16 responses = RESPONSE(a, b, c, k, scale);
            if (i + 16 <= made) {
                store_16(responses, to + i);
            } else {
                float last[16];
                store_16(responses, last);
                for (int p = 0; i + p < made; ++p) to[i + p] = last[p];
            }
        }
    }
}
#else
static inline NUMBER brightness(global const SRC_PIXEL* src, int x, int y, int width, int height) {
    return light_of(src[(size_t)border_index(y, height) * width + border_index(x, width)]);
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
    dst[(size_t)y * width + x] = RESPONSE((float)sums.x, (float)sums.y, (float)sums.z, k, scale);
}
#endif
