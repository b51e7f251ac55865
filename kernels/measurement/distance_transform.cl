// distance-transform: in each column the rows to the nearest black pixel, then the nearest of a row's columns. Columns
// are cut into segments of 64 rows, whose black pixels are the bits of a word.
#include "common.clh"

#if SRC_IS_FLOAT
// With a threshold of 0 only 0 itself is black: the samples of a float image may be negative.
#define IS_BLACK(brightness, threshold) ((brightness) == 0 || ((threshold) > 0 && (brightness) <= (threshold)))
#else
#define IS_BLACK(brightness, threshold) ((brightness) <= (int)(threshold))
#endif

static inline bool is_black(SRC_PIXEL pixel, float threshold) {
#if SRC_CHANNELS == 4
    return IS_BLACK(LUMA(pixel.x, pixel.y, pixel.z), threshold);
#else
    return IS_BLACK(pixel, threshold);
#endif
}

#define SEGMENT 64

KERNEL void distance_transform_bits(global const SRC_PIXEL* src, global ulong* bits, float threshold, int width,
                                    int height) {
    const int x = get_global_id(0);
    const int segment = get_global_id(1), top = segment * SEGMENT;
    if (x >= width || top >= height) return;
    global const SRC_PIXEL* column = src + (size_t)top * width + x;
    ulong black = 0;
    for (int r = 0; r < min(SEGMENT, height - top); ++r)
        if (is_black(column[(size_t)r * width], threshold)) black |= 1ul << r;
    bits[(size_t)segment * width + x] = black;
}

// The rows of a word's highest and lowest bit.
static inline int highest(ulong word) { return 63 - (int)clz(word); }
static inline int lowest(ulong word) { return highest(word & (0ul - word)); }

// What has no black pixel is width + height away, beyond any that is in the image.
KERNEL void distance_transform_columns(global const ulong* bits, global int* rows, int width, int height) {
    const int x = get_global_id(0);
    const int segment = get_global_id(1), top = segment * SEGMENT, beyond = width + height;
    if (x >= width || top >= height) return;
    const int segments = (height + SEGMENT - 1) / SEGMENT;
    int before = segment - 1, after = segment + 1;
    while (before >= 0 && bits[(size_t)before * width + x] == 0) --before;
    while (after < segments && bits[(size_t)after * width + x] == 0) ++after;
    const int above = before < 0 ? -beyond : before * SEGMENT + highest(bits[(size_t)before * width + x]);
    const int below = after >= segments ? height + beyond : after * SEGMENT + lowest(bits[(size_t)after * width + x]);
    const ulong own = bits[(size_t)segment * width + x];
    for (int r = 0; r < min(SEGMENT, height - top); ++r) {
        const ulong to_here = own << (63 - r), from_here = own >> r;
        const int up = to_here ? 63 - highest(to_here) : top + r - above;
        const int down = from_here ? lowest(from_here) : below - top - r;
        rows[(size_t)(top + r) * width + x] = min(min(up, down), beyond);
    }
}

KERNEL void distance_transform_search(global const int* rows, global float* dst, int width, int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    global const int* const row = rows + (size_t)y * width;
    int least = row[x] * row[x];
    const int maximum = max(x, width - 1 - x);
    for (int d = 1; d <= maximum && d * d < least; ++d) {
        const int left = row[max(x - d, 0)], right = row[min(x + d, width - 1)];
        // Beyond an end stands the end itself, which had its turn at its own distance.
        const int nearer = min(left, right);
        least = min(least, d * d + nearer * nearer);
    }
    dst[(size_t)y * width + x] = sqrt((float)least);
}

#ifdef HALVING
#include "distance_halving.clh"
#endif
#ifdef SWEEPS
#include "distance_sweeps.clh"
#endif
