// rotate and warp: each pixel of the result from where a matrix says, in 64-bit whole numbers.
//
// `matrix` has 9 numbers in steps of 2^-shift. Defines: those of common.clh with BORDER; AFFINE (1: the last row is 0 0
// 1), STEP_BITS (0 nearest; 8 bilinear, places in 256ths of a pixel).
#include "common.clh"

#if SRC_CHANNELS == 4
#define WORD_PIXEL uint4
#define TO_WORDS(pixel) convert_uint4(pixel)
#define TO_PIXEL(words) PASTE(convert_, SRC_PIXEL)(words)
#else
#define WORD_PIXEL uint
#define TO_WORDS(pixel) ((uint)(pixel))
#define TO_PIXEL(words) ((SRC_PIXEL)(words))
#endif

// floor(position / w 2^STEP_BITS + 1/2); `shift` stands for w where that is 2^shift.
static inline int place_of(long position, long w, int shift) {
#if AFFINE
    const int drop = shift - STEP_BITS;
    const long steps = drop > 0 ? (position + (1L << (drop - 1))) >> drop : position << -drop;
#else
    if (w == 0) return 0;
    const long divisor = w < 0 ? -w : w;
    const long dividend = (w < 0 ? -position : position) * (1 << STEP_BITS) + divisor / 2;
    const long steps = dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
#endif
    return (int)clamp(steps, -(1L << 30), 1L << 30);
}

static inline SRC_PIXEL pixel_at(global const SRC_PIXEL* src, int x, int y, int width, int height) {
    return bordered_pixel(src, border_index(y, height), border_index(x, width), width);
}

#if STEP_BITS
static inline SRC_PIXEL blend(SRC_PIXEL a, SRC_PIXEL b, SRC_PIXEL c, SRC_PIXEL d, uint right, uint below) {
    const uint wa = (256 - right) * (256 - below), wb = right * (256 - below), wc = (256 - right) * below;
    const uint wd = right * below;
#if SRC_IS_FLOAT
    SRC_PIXEL sum = (SRC_PIXEL)(0.0f);
    sum += (float)wa / 65536.0f * a;
    sum += (float)wb / 65536.0f * b;
    sum += (float)wc / 65536.0f * c;
    sum += (float)wd / 65536.0f * d;
    return sum;
#else
    const WORD_PIXEL sum = wa * TO_WORDS(a) + wb * TO_WORDS(b) + wc * TO_WORDS(c) + wd * TO_WORDS(d) + (1u << 15);
    return TO_PIXEL(sum >> 16);
#endif
}

static inline SRC_PIXEL sampled(global const SRC_PIXEL* src, int u, int v, int width, int height) {
    const int x = u >> 8, y = v >> 8;
    if (x >= 0 && y >= 0 && x + 1 < width && y + 1 < height) {
        global const SRC_PIXEL* const at = src + (size_t)y * width + x;
        return blend(at[0], at[1], at[width], at[width + 1], u & 255, v & 255);
    }
    return blend(pixel_at(src, x, y, width, height), pixel_at(src, x + 1, y, width, height),
                 pixel_at(src, x, y + 1, width, height), pixel_at(src, x + 1, y + 1, width, height), u & 255, v & 255);
}
#else
#define sampled(src, u, v, width, height) pixel_at(src, u, v, width, height)
#endif

KERNEL void warp_pixels(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const long* matrix, int shift,
                        int source_width, int source_height, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const long w = AFFINE ? 1 : matrix[6] * x + matrix[7] * y + matrix[8];
    const int u = place_of(matrix[0] * x + matrix[1] * y + matrix[2], w, shift);
    const int v = place_of(matrix[3] * x + matrix[4] * y + matrix[5], w, shift);
    dst[(size_t)y * width + x] = sampled(src, u, v, source_width, source_height);
}

#ifdef BOX_WIDTH
#include "warp_tiles.clh"
#endif
#ifdef SEGMENT
#include "warp_segments.clh"
#endif
