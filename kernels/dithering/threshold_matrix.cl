// Ordered dithers: the remainder of each sample between two levels against the threshold at its place in the matrix. A
// work-item makes RUN neighbouring pixels, 16 bytes, counted over the whole image, so that its accesses are aligned.
//
// `thresholds` has side x side least remainders that are lifted to the next level, of floats what is added before the
// fraction is cut off; `levels` the value of each level.

#include "palette.clh"

#if SRC_IS_FLOAT
#define NUMBER float
// A NaN counts as 0.
#define LIMITED(value) fmin(fmax(value, 0.0f), 1.0f)
#else
#define NUMBER int
#define LIMITED(value) clamp(value, 0, (int)SRC_MAX)
#endif

#ifdef LANES
#if SRC_IS_FLOAT
static inline float dithered(float sample, float share, int steps, global const float* levels) {
    return levels[(int)(LIMITED(sample) * (float)steps + share)];
}
#else
static inline SRC_TYPE dithered(int sample, int least, int steps, global const int* levels) {
    const uint scaled = (uint)(sample * steps);
    const uint level = scaled / SRC_MAX;
    return (SRC_TYPE)levels[level + (scaled - level * SRC_MAX >= (uint)least ? 1 : 0)];
}
#endif

KERNEL void threshold_matrix_runs(global const SRC_TYPE* src, global DST_TYPE* dst, global const NUMBER* thresholds,
                                  global const NUMBER* levels, int side, int steps, int width, int height) {
    const uint pixels = (uint)width * (uint)height;
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * RUN;
    if (begin >= pixels) return;
    const uint first = (uint)begin;
    const uint count = min((uint)RUN, pixels - first);
    union {
        DST_SAMPLES all;
        SRC_TYPE samples[LANES];
    } run;
    if (count == RUN)
        run.all = *(global const DST_SAMPLES*)(src + (size_t)first * SRC_CHANNELS);
    else
        for (uint i = 0; i < count * SRC_CHANNELS; ++i) run.samples[i] = src[(size_t)first * SRC_CHANNELS + i];
    int y = first / (uint)width, x = first - (uint)y * (uint)width;
    int row = y % side * side, column = x % side;
    for (uint i = 0; i < RUN; ++i) {
        const NUMBER least = thresholds[row + column];
        for (int c = 0; c < COLOUR_CHANNELS; ++c)
            if (i < count)
                run.samples[i * SRC_CHANNELS + c] = dithered(run.samples[i * SRC_CHANNELS + c], least, steps, levels);
        ++x, ++column;
        if (x == width) {
            x = column = 0;
            row = row + side == side * side ? 0 : row + side;
        } else if (column == side)
            column = 0;
    }
    if (count == RUN)
        *(global DST_SAMPLES*)(dst + (size_t)first * SRC_CHANNELS) = run.all;
    else
        for (uint i = 0; i < count * SRC_CHANNELS; ++i) dst[(size_t)first * SRC_CHANNELS + i] = run.samples[i];
}
#endif

#if DST_CHANNELS == 4
// To a palette's colours: `biases` has what is added to the samples at each place of the matrix.
KERNEL void threshold_matrix_palette(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const NUMBER* biases,
                                     global const PALETTE_COLOUR* palette, int colours, int side, int width,
                                     int height) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = (size_t)y * width + x;
    const SRC_PIXEL source = src[at];
    PALETTE_COLOUR v = LIMITED(COLOUR_OF(source) + biases[y % side * side + x % side]);
    v.w = 0;
    dst[at] = palette_pixel(nearest_colour(v, palette, colours), PALETTE_ALPHA(source));
}
#endif
