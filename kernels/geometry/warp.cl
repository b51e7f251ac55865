// rotate and warp: each pixel of the result is sampled from the source at a point that a 3 x 3 matrix maps it to.
//
// The matrix holds whole numbers in steps of 2^-shift, and coordinates are computed in 64 bits, so that all devices
// agree. A coordinate is rounded to whole pixels for the nearest neighbour, or to 256ths of a pixel for bilinear
// interpolation. Affine maps, whose last row is 0 0 1, need a shift in place of a division. The kernel here has one
// work-item for each pixel, and is the baseline. warp/warp_tiles.clh serves GPUs and warp/segments.clh CPUs.
// core/filters/geometry/warp_map.cpp makes the plans.
//
// Defines: BORDER; AFFINE; STEP_BITS, which is 0 for nearest and 8 for bilinear.
#include "borders.clh"
#include "rounding.clh"

#if SRC_CHANNELS == 4
typedef uint4 uint_pixel_t;
#define convert_uint_pixel convert_uint4
#define convert_pixel PASTE(convert_, PASTE(SRC_SAMPLE, 4))
#else
typedef uint uint_pixel_t;
#define convert_uint_pixel convert_uint
#define convert_pixel PASTE(convert_, SRC_SAMPLE)
#endif

// floor(numerator / w 2^STEP_BITS + 1/2), where numerator and w are products with rows of the matrix. The w of an
// affine map is 2^shift.
INLINE int source_coordinate(long numerator, long w, int shift) {
    long steps;
    if (AFFINE) {
        const int drop = shift - STEP_BITS;
        steps = drop > 0 ? (numerator + (1L << (drop - 1))) >> drop : numerator << -drop;
    } else {
        if (w == 0) return 0;
        const long divisor = w < 0 ? -w : w;
        const long dividend = (w < 0 ? -numerator : numerator) * (1 << STEP_BITS) + divisor / 2;
        steps = dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
    }
    return (int)clamp(steps, -(1L << 30), 1L << 30);
}

INLINE pixel_t pixel_at(global const pixel_t* src, int x, int y, int width, int height) {
    return bordered_pixel(src, border_index(y, height), border_index(x, width), width);
}

// Interpolates between the pixels a and b of a row and c and d below them; `right` and `below` are in 256ths.
INLINE pixel_t interpolated(pixel_t a, pixel_t b, pixel_t c, pixel_t d, uint right, uint below) {
    const uint weight_a = (256 - right) * (256 - below), weight_b = right * (256 - below);
    const uint weight_c = (256 - right) * below, weight_d = right * below;
    if (SRC_IS_FLOAT) {
        sum_t sum = (sum_t)(0.0f);
        sum += (float)weight_a / 65536.0f * convert_sum(a);
        sum += (float)weight_b / 65536.0f * convert_sum(b);
        sum += (float)weight_c / 65536.0f * convert_sum(c);
        sum += (float)weight_d / 65536.0f * convert_sum(d);
        return convert_pixel(sum);
    }
    const uint_pixel_t sum = weight_a * convert_uint_pixel(a) + weight_b * convert_uint_pixel(b) +
                             weight_c * convert_uint_pixel(c) + weight_d * convert_uint_pixel(d) + (1u << 15);
    return convert_pixel(sum >> 16);
}

// The source at coordinates (u, v), in steps of 2^-STEP_BITS pixels.
INLINE pixel_t sampled(global const pixel_t* src, int u, int v, int width, int height) {
    if (STEP_BITS == 0) return pixel_at(src, u, v, width, height);
    const int x = u >> 8, y = v >> 8;
    if (x >= 0 && y >= 0 && x + 1 < width && y + 1 < height) {
        global const pixel_t* const from = src + (size_t)y * width + x;
        return interpolated(from[0], from[1], from[width], from[width + 1], u & 255, v & 255);
    }
    return interpolated(pixel_at(src, x, y, width, height), pixel_at(src, x + 1, y, width, height),
                        pixel_at(src, x, y + 1, width, height), pixel_at(src, x + 1, y + 1, width, height), u & 255,
                        v & 255);
}

KERNEL void warp_pixels(global const pixel_t* src, global pixel_t* dst, global const long* matrix, int shift,
                        int source_width, int source_height, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const long w = AFFINE ? 1 : matrix[6] * x + matrix[7] * y + matrix[8];
    const int u = source_coordinate(matrix[0] * x + matrix[1] * y + matrix[2], w, shift);
    const int v = source_coordinate(matrix[3] * x + matrix[4] * y + matrix[5], w, shift);
    dst[(size_t)y * width + x] = sampled(src, u, v, source_width, source_height);
}

#ifdef BOX_WIDTH
#include "warp/warp_tiles.clh"
#endif
#ifdef SEGMENT
#include "warp/warp_segments.clh"
#endif
