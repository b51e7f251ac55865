// rotate and warp, variant "plain": each work-item finds the source of its pixel and interpolates between four pixels.
//
// The matrix, in whole numbers, times (x, y, 1) is (u * w, v * w, w) of the source. u and v are rounded to steps of
// 2^-bits pixels: whole pixels for the nearest one, or 256ths. All that has 64 bits and is exact, so that all devices
// agree.
#include "prelude/borders.clh"

// numerator / w in these steps, rounded half up.
INLINE int source_coordinate(long numerator, long w, int bits) {
    if (w == 0) return 0;
    const long divisor = w < 0 ? -w : w;
    const long dividend = (w < 0 ? -numerator : numerator) * (1 << bits) + divisor / 2;
    return (int)clamp(dividend / divisor - (dividend % divisor < 0), -(1L << 30), 1L << 30);
}

KERNEL void warp_plain(global const sample_t* src, global sample_t* dst, global const long* matrix, int bits,
                       int source_width, int source_height, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const long w = matrix[6] * x + matrix[7] * y + matrix[8];
    const int u = source_coordinate(matrix[0] * x + matrix[1] * y + matrix[2], w, bits);
    const int v = source_coordinate(matrix[3] * x + matrix[4] * y + matrix[5], w, bits);
    const uint one = 1 << bits, right = u & (one - 1), below = v & (one - 1);
    for (int c = 0; c < SRC_CHANNELS; ++c) {
        value_t sum = SRC_IS_FLOAT ? 0 : one * one / 2;
        for (int i = 0; i < 4; ++i) {
            const uint weight = (i % 2 ? right : one - right) * (i / 2 ? below : one - below);
            const int row = border_index((v >> bits) + i / 2, source_height);
            const int column = border_index((u >> bits) + i % 2, source_width);
            if (weight == 0 || !is_inside(row) || !is_inside(column)) continue; // a weight of 0 hides even NaN
            const value_t sample = src[((size_t)row * source_width + column) * SRC_CHANNELS + c];
            if (SRC_IS_FLOAT)
                sum += ldexp((float)weight, -2 * bits) * sample;
            else
                sum += weight * sample;
        }
        const size_t at = ((size_t)y * width + x) * SRC_CHANNELS + c;
        dst[at] = SRC_IS_FLOAT ? sum : (uint)sum >> 2 * bits;
    }
}
