// distance-transform for CPUs: work-items sweep 16 columns down and up as a vector, and then search rows for 16 pixels
// at once, skipping columns that are too far. Each work-item of the plain kernels looks at its whole column and row.
//
// A work-item of the first kernel sweeps 16 neighbouring columns as a vector. It writes squared distances, in rows of
// `pitch` numbers, which are whole vectors. There are 16 more columns without a black pixel on either side, so that
// vectors may cross the edges. It also writes the minimum of each 16 columns. A work-item of the second kernel searches
// for 16 neighbouring pixels at once. It skips the vectors of columns whose minimum shows that they are too far. The
// host takes images whose width and height add up to 32767 at most, so that sums of two squared distances fit 31 bits.
//
// The sweep up loads the numbers that the sweep down stored, and replaces them. Nothing races: a work-item loads and
// stores its own 16 columns alone, and the second kernel is a launch of its own.
#include "prelude/unaligned_vectors.clh"
#include "measurement/distance_transform/black_pixels.clh"

// -1 where a pixel from column x on is black, else 0. x may be outside.
INLINE int16 black_segment(global const pixel_t* row, int x, int width, float threshold) {
#if SRC_CHANNELS == 1
    if (x >= 0 && x + 16 <= width) {
#if SRC_IS_FLOAT
        const float16 brightness = load_16(row + x);
        return brightness == 0.0f | (brightness <= threshold & (int16)(threshold > 0 ? -1 : 0));
#else
        return convert_int16(load_16(row + x) <= (sample_t)threshold);
#endif
    }
#endif
    int black[16];
    for (int i = 0; i < 16; ++i) black[i] = x + i >= 0 && x + i < width && is_black(row[x + i], threshold) ? -1 : 0;
    return load_16(black);
}

INLINE int minimum_of(int16 values) {
    const int8 eight = min(values.lo, values.hi);
    const int4 four = min(eight.lo, eight.hi);
    const int2 two = min(four.lo, four.hi);
    return min(two.x, two.y);
}

// Not as -minimum_of(-values): what NVIDIA's compiler (driver 580) made of that missed lanes on an H200.
INLINE int maximum_of(int16 values) {
    const int8 eight = max(values.lo, values.hi);
    const int4 four = max(eight.lo, eight.hi);
    const int2 two = max(four.lo, four.hi);
    return max(two.x, two.y);
}

KERNEL void distance_transform_sweeps(global const pixel_t* src, global int* squares, global int* least,
                                      float threshold, int width, int height, int pitch) {
    const int at = get_global_id(0) * 16;
    if (at >= pitch || get_global_id(1) > 0) return;
    const int16 beyond = width + height;
    int16 distance = beyond;
    global int* to = squares + at;
    for (int y = 0; y < height; ++y, to += pitch) {
        distance = min(distance + 1, beyond) & ~black_segment(src + (size_t)y * width, at - 16, width, threshold);
        store_16(distance, to);
    }
    distance = beyond;
    for (int y = height - 1; y >= 0; --y) {
        to -= pitch;
        distance = min(distance + 1, load_16(to));
        const int16 square = distance * distance;
        store_16(square, to);
        least[(size_t)y * (pitch / 16) + at / 16] = minimum_of(square);
    }
}

// Tries the columns that are d to d + count - 1 away from each of 16 pixels. `side` is -1 for the left and 1 for the
// right.
INLINE int16 nearer(int16 least, global const int* row, int x, int side, int d, int count, int pitch) {
    for (int i = d; i < d + count; ++i) least = min(least, load_16(row + clamp(x + side * i, -16, pitch - 32)) + i * i);
    return least;
}

KERNEL void distance_transform_rows(global const int* squares, global const int* least, global float* dst, int width,
                                    int height, int pitch) {
    const int segment = get_global_id(0), x = segment * 16, y = get_global_id(1);
    if (x >= width || y >= height) return;
    global const int* const row = squares + (size_t)y * pitch + 16;
    global const int* const segment_minima = least + (size_t)y * (pitch / 16) + 1;
    const int last = pitch / 16 - 2;
    int16 nearest = load_16(row + x);
    // Four columns at a time: a search that goes on too far finds nothing nearer.
    for (int d = 1; d < 16 && any(nearest > d * d); d += 4)
        nearest = nearer(nearer(nearest, row, x, -1, d, 4, pitch), row, x, 1, d, 4, pitch);
    int maximum = maximum_of(nearest);
    for (int away = 1; away < last && maximum > 256 * away * away; ++away) {
        const int d = 16 * away, left = segment - away, right = segment + away;
        const bool needs_left = left >= 0 && maximum > d * d + min(segment_minima[left], segment_minima[left - 1]);
        const bool needs_right =
            right < last && maximum > d * d + min(segment_minima[right], segment_minima[right + 1]);
        if (needs_left) nearest = nearer(nearest, row, x, -1, d, 16, pitch);
        if (needs_right) nearest = nearer(nearest, row, x, 1, d, 16, pitch);
        if (needs_left || needs_right) maximum = maximum_of(nearest);
    }
    const float16 distances = sqrt(convert_float16(nearest));
    global float* const to = dst + (size_t)y * width + x;
    if (x + 16 <= width) {
        store_16(distances, to);
        return;
    }
    float rest[16];
    store_16(distances, rest);
    for (int i = 0; i < width - x; ++i) to[i] = rest[i];
}
