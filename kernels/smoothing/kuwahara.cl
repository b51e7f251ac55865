// kuwahara: the mean of that quarter of the window which varies least (Kuwahara et al. 1976).
//
// The four quarters of a window overlap in its middle row and column. A work-item of a two-dimensional grid computes a
// segment of LANES samples as vectors. It loads each segment of the window once and adds it to the sums and the sums of
// squares of its quarters, in registers. Integers are exact: sums of bytes take 32 bits, those of 16-bit samples 64
// bits. Floats add up differences from the pixel itself, which keeps their digits, in the order of the CPU reference.
// Nothing is in local memory; the cache serves neighbouring windows.
#include "prelude/bordered_segments.clh"
#include "prelude/segments.clh"

// A segment of sums: wide_t.
#if SRC_IS_FLOAT
typedef floats_t wide_t;
CALLABLE wide_t to_wide(samples_t samples) { return samples; }
CALLABLE floats_t mean_of(wide_t own, wide_t sum, int count) { return own + sum / (float)count; }
#else
#if SRC_TYPE_ID == U8
#define WIDE_TYPE PASTE(int, LANES)
#else
#define WIDE_TYPE PASTE(long, LANES)
#endif
typedef WIDE_TYPE wide_t;
CALLABLE wide_t to_wide(samples_t samples) { return PASTE(convert_, WIDE_TYPE)(samples); }
CALLABLE floats_t mean_of(wide_t own, wide_t sum, int count) { return convert_floats(sum) / (float)count; }
#endif

typedef struct {
    wide_t sum, squares;
} quarter_t;

CALLABLE void add_to_quarter(quarter_t* quarter, wide_t value) {
    quarter->sum += value;
    quarter->squares += value * value;
}

// The variance of a quarter of `count` pixels, times count^2.
CALLABLE wide_t scaled_variance(quarter_t quarter, int count) {
    return (quarter.squares * (wide_t)(count)) - (quarter.sum * quarter.sum);
}

KERNEL void kuwahara_segments(global const pixel_t* src, global out_pixel_t* dst, int width, int height, int radius) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const wide_t own = to_wide(load_bordered(src, x, y, width, height));
    const wide_t origin = SRC_IS_FLOAT ? own : (wide_t)(0);
    quarter_t first = {(wide_t)(0), (wide_t)(0)};
    quarter_t second = first, third = first, fourth = first;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            const wide_t value = to_wide(load_anywhere(src, x + i, y + j, width, height)) - origin;
            if (i <= 0 && j <= 0) add_to_quarter(&first, value);
            if (i >= 0 && j <= 0) add_to_quarter(&second, value);
            if (i <= 0 && j >= 0) add_to_quarter(&third, value);
            if (i >= 0 && j >= 0) add_to_quarter(&fourth, value);
        }
    const int count = (radius + 1) * (radius + 1);
    // Element by element, the quarter that varies least. A function with pointers to `sum` and `minimum` made gray
    // bytes take 1.13 times as long on an H200.
    wide_t sum = first.sum, minimum = scaled_variance(first, count);
    const wide_t second_variance = scaled_variance(second, count);
    sum = select(sum, second.sum, second_variance < minimum);
    minimum = select(minimum, second_variance, second_variance < minimum);
    const wide_t third_variance = scaled_variance(third, count);
    sum = select(sum, third.sum, third_variance < minimum);
    minimum = select(minimum, third_variance, third_variance < minimum);
    const wide_t fourth_variance = scaled_variance(fourth, count);
    sum = select(sum, fourth.sum, fourth_variance < minimum);
    minimum = select(minimum, fourth_variance, fourth_variance < minimum);
    store_inside(to_out_segment(mean_of(own, sum, count)), src, dst, x, y, width);
}
