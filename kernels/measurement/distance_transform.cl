// distance_transform: the Euclidean distance of each pixel to the nearest black pixel.
//
// The distance is found in two steps. The first finds the nearest black pixel in each column, for each row. The second
// finds the column of a row that minimises the sum of both squared distances. Columns are cut into segments of 64 rows,
// whose black pixels are the bits of a word. A work-item of the first kernel makes such a word, and one of the second
// finds the distances of a segment by counting leading zeros; both grids have a work-item for each segment of each
// column. distance_transform_search then tries the columns of a row outwards, until no farther one can be nearer.
//
// HALVING adds the kernel of distance_halving.clh, whose time does not depend on the distances. SWEEPS adds those of
// distance_sweeps.clh, for CPUs.
#include "prelude/prelude.clh"
#include "measurement/brightness.clh"

INLINE bool is_black(pixel_t pixel, float threshold) {
    const value_t brightness = brightness_of(pixel);
    // A float image may have negative samples. With a threshold of 0 only 0 itself is black.
    if (SRC_IS_FLOAT) return brightness == 0 || (threshold > 0 && brightness <= threshold);
    return (int)brightness <= (int)threshold;
}

enum { SEGMENT_ROWS = 64 };

KERNEL void distance_transform_bits(global const pixel_t* src, global ulong* bits, float threshold, int width,
                                    int height) {
    const int x = get_global_id(0);
    const int segment = get_global_id(1), top = segment * SEGMENT_ROWS;
    if (x >= width || top >= height) return;
    global const pixel_t* column = src + (size_t)top * width + x;
    ulong black = 0;
    for (int r = 0; r < min(SEGMENT_ROWS, height - top); ++r)
        if (is_black(column[(size_t)r * width], threshold)) black |= 1ul << r;
    bits[(size_t)segment * width + x] = black;
}

// The positions of a word's highest and lowest bit.
INLINE int highest_bit(ulong word) { return 63 - (int)clz(word); }
INLINE int lowest_bit(ulong word) { return highest_bit(word & (0ul - word)); }

// `rows` is the result: the distance in rows, or width + height where a column has no black pixel.
KERNEL void distance_transform_columns(global const ulong* bits, global int* rows, int width, int height) {
    const int x = get_global_id(0);
    const int segment = get_global_id(1), top = segment * SEGMENT_ROWS, beyond = width + height;
    if (x >= width || top >= height) return;
    const int segments = (height + SEGMENT_ROWS - 1) / SEGMENT_ROWS;
    int before = segment - 1, after = segment + 1;
    while (before >= 0 && bits[(size_t)before * width + x] == 0) --before;
    while (after < segments && bits[(size_t)after * width + x] == 0) ++after;
    const int above = before < 0 ? -beyond : before * SEGMENT_ROWS + highest_bit(bits[(size_t)before * width + x]);
    const int below =
        after >= segments ? height + beyond : after * SEGMENT_ROWS + lowest_bit(bits[(size_t)after * width + x]);
    const ulong own = bits[(size_t)segment * width + x];
    for (int r = 0; r < min(SEGMENT_ROWS, height - top); ++r) {
        const ulong rows_above = own << (63 - r), rows_below = own >> r;
        const int up = rows_above ? 63 - highest_bit(rows_above) : top + r - above;
        const int down = rows_below ? lowest_bit(rows_below) : below - top - r;
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
        // Beyond an end the column at the end repeats. It was tried at its own, smaller distance before.
        const int left = row[max(x - d, 0)], right = row[min(x + d, width - 1)];
        const int nearer = min(left, right);
        least = min(least, d * d + nearer * nearer);
    }
    dst[(size_t)y * width + x] = sqrt((float)least);
}

#ifdef HALVING
#include "measurement/distance_halving.clh"
#endif
#ifdef SWEEPS
#include "measurement/distance_sweeps.clh"
#endif
