// box by an integral image: the sum of a window is a difference of four of its sums (Crow, Summed-area tables, 1984).
//
// One kernel pads the image with its border. The filter `integral` makes the integral image of that. Another kernel
// makes means from the corners of windows. The work is the same for any window, so that one program serves them all and
// other variants fall back to it. There is one work-item per pixel of the padded image, then one per pixel of the
// result.
//
// Floats would lose all precision in sums over the whole image. They become fixed-point numbers of 32 binary places,
// whose four 16-bit digits are the channels of a pixel. The 32-bit sums of the digits wrap around, but the differences
// of four of them do not. Each colour channel becomes a plane, and the planes lie below each other.
#include "prelude/prelude.clh"
#include "scans/box/window_sums.clh"

#if SRC_IS_FLOAT
typedef ushort4 padded_t;
typedef uint4 corner_t;
enum { PLANES = COLOUR_CHANNELS };

INLINE padded_t padded_pixel(pixel_t pixel, int plane) {
#if SRC_CHANNELS == 4
    const float sample = plane == 0 ? pixel.x : plane == 1 ? pixel.y : pixel.z;
#else
    const float sample = pixel;
#endif
    return as_ushort4(convert_long_sat_rte(sample * 4294967296.0f));
}
#else
typedef pixel_t padded_t;
typedef total_t corner_t;
enum { PLANES = 1 };

INLINE padded_t padded_pixel(pixel_t pixel, int plane) { return pixel; }
#endif

// In front of the border are a row and a column of zeros; after it are zeros up to the size of the padded image.
KERNEL void box_pad(global const pixel_t* src, global padded_t* padded, int width, int height, int radius,
                    int padded_width, int padded_height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= padded_width || y >= padded_height * PLANES) return;
    const int plane = y / padded_height;
    const int row = y % padded_height - 1 - radius, column = x - 1 - radius;
    padded_t pixel = (padded_t)(0);
    if (row >= -radius && row < height + radius && column >= -radius && column < width + radius) {
        const int from_x = border_index(column, width), from_y = border_index(row, height);
        if (is_inside(from_x) && is_inside(from_y)) pixel = padded_pixel(src[from_y * width + from_x], plane);
    }
    padded[y * padded_width + x] = pixel;
}

// The sum of a window, whose upper left corner is at `top`.
INLINE corner_t window_total(global const corner_t* top, int k, int padded_width) {
    global const corner_t* const bottom = top + k * padded_width;
    return bottom[k] - bottom[0] - top[k] + top[0];
}

#if SRC_IS_FLOAT
INLINE float mean_of_digits(corner_t window, int k) {
    const ulong4 digits = convert_ulong4(window);
    const ulong total = digits.x + (digits.y << 16) + (digits.z << 32) + (digits.w << 48);
    return (float)(long)total / 4294967296.0f / (float)(k * k);
}
#endif

KERNEL void box_corners(global const pixel_t* src, global const corner_t* sums, global out_pixel_t* dst, int width,
                        int height, int radius, int padded_width, int padded_height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int k = 2 * radius + 1;
#if SRC_IS_FLOAT
    float means[4];
    for (int plane = 0; plane < PLANES; ++plane)
        means[plane] =
            mean_of_digits(window_total(sums + (plane * padded_height + y) * padded_width + x, k, padded_width), k);
#if SRC_CHANNELS == 4
    dst[y * width + x] = (out_pixel_t)(means[0], means[1], means[2], src[y * width + x].w);
#else
    dst[y * width + x] = means[0];
#endif
#else
    const corner_t total = window_total(sums + y * padded_width + x, k, padded_width);
    dst[y * width + x] = with_alpha_of(src[y * width + x], mean_of(total, k));
#endif
}
