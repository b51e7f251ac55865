// harris for CPUs: a work-item computes `rows` rows of `tile` pixels from lines in local memory, its nearest cache, 16
// pixels at a time. Products of gradients are computed once, where the plain kernel computes them for every window that
// holds them.
//
// A workgroup is one work-item. First it writes the brightness of all rows that windows see.
// Then it walks down the rows. Each row's products make three lines, in a ring of the last `block` rows. As soon as the
// ring is full, the sums of the windows give a row of responses. Products are thus computed once for each pixel of the
// strip. Beyond the image's edge products are mirrored, as the reference does, and not computed from mirrored pixels.
#include "prelude/unaligned_vectors.clh"
#include "measurement/harris/response.clh"

#if SRC_IS_FLOAT
typedef float light_t;
typedef float16 lights_t;
#else
typedef int light_t;
typedef int16 lights_t;
#endif
typedef PASTE(PRODUCT, 16) products_16_t;

#if SRC_TYPE_ID == U16
INLINE products_16_t load_products(const local product_t* from) { return vload16(0, from); }
INLINE void store_products(products_16_t values, local product_t* to) { vstore16(values, 0, to); }
#else
INLINE products_16_t load_products(const local product_t* from) { return load_16(from); }
INLINE void store_products(products_16_t values, local product_t* to) { store_16(values, to); }
#endif

// Writes the brightness of a row's `count` pixels from column `left` on, mirrored beyond the edges.
INLINE void fill_light(global const pixel_t* row, local light_t* to, int left, int count, int width) {
    int i = 0;
    for (; left + i < 0; ++i) to[i] = brightness_of(row[border_index(left + i, width)]);
#if SRC_CHANNELS == 1
    for (; i + 16 <= min(count, width - left); i += 16) store_16(CONVERT(load_16(row + left + i), lights_t), to + i);
#endif
    for (; i < min(count, width - left); ++i) to[i] = brightness_of(row[left + i]);
    for (; i < count; ++i) to[i] = brightness_of(row[border_index(left + i, width)]);
}

// Writes three lines, one after the other: dx^2, dx * dy and dy^2 of `count` pixels, in whole vectors. `light` begins
// with the pixel above and to the left of the first one.
INLINE void fill_products(const local light_t* light, int pitch, local product_t* to, int count) {
    for (int i = 0; i < count; i += 16) {
        const local light_t* const above = light + i;
        const local light_t *const own = above + pitch, *const below = own + pitch;
        const lights_t above_left = load_16(above), above_middle = load_16(above + 1), above_right = load_16(above + 2);
        const lights_t left = load_16(own), right = load_16(own + 2);
        const lights_t below_left = load_16(below), below_middle = load_16(below + 1), below_right = load_16(below + 2);
        const products_16_t dx =
            CONVERT(above_right + 2 * right + below_right - (above_left + 2 * left + below_left), products_16_t);
        const products_16_t dy = CONVERT(
            below_left + 2 * below_middle + below_right - (above_left + 2 * above_middle + above_right), products_16_t);
        store_products(dx * dx, to + i);
        store_products(dx * dy, to + pitch + i);
        store_products(dy * dy, to + 2 * pitch + i);
    }
}

// Beyond an edge the products become those of the mirrored pixels. `left` is the first pixel's column.
INLINE void mirror_products(local product_t* lines, int pitch, int left, int count, int width) {
    for (int line = 0; line < 3; ++line, lines += pitch) {
        for (int x = left; x < 0; ++x) lines[x - left] = lines[border_index(x, width) - left];
        for (int x = width; x < left + count; ++x) lines[x - left] = lines[border_index(x, width) - left];
    }
}

// The sums of the windows of 16 pixels. `oldest` is the slot of the ring with the first row, since floats are added in
// the order of the image's rows.
INLINE products_16_t window_sums(const local product_t* ring, int pitch, int oldest, int block) {
    products_16_t sums = 0;
    for (int j = 0; j < block; ++j) {
        const local product_t* line = ring + (oldest + j < block ? oldest + j : oldest + j - block) * 3 * pitch;
        for (int i = 0; i < block; ++i) sums += load_products(line + i);
    }
    return sums;
}

// `light` has rows + block + 1 lines of `pitch` numbers; `products` has three lines for each of `block` rows.
KERNEL void harris_strips(global const pixel_t* src, global out_sample_t* dst, int block, float k, float scale,
                          int width, int height, int tile, int rows, int pitch, local light_t* light,
                          local product_t* products) {
    const int x = (int)get_global_id(0) * tile, y = (int)get_global_id(1) * rows;
    if (x >= width || y >= height) return;
    const int before = block / 2, left = x - before, top = y - before;
    const int columns = min(tile, width - x), lines = min(rows, height - y) + block - 1;
    const int reached = (columns + 15) / 16 * 16 + 16; // the sums of whole vectors read this many products
    for (int j = 0; j < lines + 2; ++j)
        fill_light(src + (size_t)border_index(top - 1 + j, height) * width, light + j * pitch, left - 1, reached + 2,
                   width);
    for (int j = 0, slot = 0; j < lines; ++j) {
        local product_t* line = products + slot * 3 * pitch;
        fill_products(light + (border_index(top + j, height) - top) * pitch, pitch, line, reached);
        mirror_products(line, pitch, left, columns + block - 1, width);
        slot = slot + 1 < block ? slot + 1 : 0;
        if (j < block - 1) continue;
        global float* to = dst + (size_t)(top + j - block + 1 + before) * width + x;
        for (int i = 0; i < columns; i += 16) {
            const float16 xx = CONVERT(window_sums(products + i, pitch, slot, block), float16);
            const float16 xy = CONVERT(window_sums(products + pitch + i, pitch, slot, block), float16);
            const float16 yy = CONVERT(window_sums(products + 2 * pitch + i, pitch, slot, block), float16);
            const float16 responses = response_of(xx, xy, yy, k, scale);
            if (i + 16 <= columns) {
                store_16(responses, to + i);
            } else {
                float last[16];
                store_16(responses, last);
                for (int p = 0; i + p < columns; ++p) to[i + p] = last[p];
            }
        }
    }
}
