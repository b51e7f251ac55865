// Ordered dithers: the remainder of each sample between two levels against the threshold at its place in the matrix. A
// work-item makes RUN neighbouring pixels, 16 bytes, counted over the whole image, so that its accesses are aligned.
//
// `thresholds` has side x side least remainders that are lifted to the next level, of floats what is added before the
// fraction is cut off; `levels` the value of each level.
#include "common.clh"

#include "palette.clh"

#if SRC_IS_FLOAT
#define NUMBER float
// A NaN counts as 0.
#define LIMITED(value) fmin(fmax(value, 0.0f), 1.0f)
#else
#define NUMBER int
#define LIMITED(value) clamp(value, 0, (int)SRC_MAX)
#endif

#ifdef STRIDE
#include "quotients.clh"
#include "unaligned_words.clh"
#include "sample_words.clh"

// For GPUs, whole numbers: `biases` is full scale less the least remainder, STRIDE for each of side = 2^n rows, which
// begin again behind the matrix's last column, so that those of a run lie side by side. s steps + bias has the level as
// its quotient by full scale F = 2^n - 1; (x + 1 + (x >> n)) >> n is that of every x below F (F + 1).
#define BITS (8 * (int)sizeof(SRC_TYPE))
// `height`: what a level is higher than the one below it, or 0 where levels have to be looked up.
static inline uint value_of(uint level, uint height, global const int* levels) {
    return height ? level * height : (uint)levels[level];
}
static inline uint dithered(uint sample, uint bias, uint steps, uint height, global const int* levels) {
    const uint x = sample * steps + bias;
    return value_of((x + 1u + (x >> BITS)) >> BITS, height, levels);
}

#if SRC_TYPE_ID == 0
// Two bytes, 16 bits apart; the levels are the upper bytes of the result.
static inline uint two_levels(uint samples, uint biases, uint steps) {
    const uint x = samples * steps + biases;
    return x + 0x00010001u + odd_bytes(x);
}
// Bytes 0 and 2, and bytes 1 and 3.
static inline uint dithered_word(uint word, uint even, uint odd, uint steps, uint height, global const int* levels) {
    const uint k = picked(two_levels(even_bytes(word), even, steps), two_levels(odd_bytes(word), odd, steps), 0x7351u);
    if (height) return k * height;
    return word_of_bytes(levels[k & 255u], levels[k >> 8 & 255u], levels[k >> 16 & 255u], levels[k >> 24]);
}
#endif

static inline void dither_run(RunWords* run, global const SRC_TYPE* biases, uint steps, uint height,
                              global const int* levels) {
#if SRC_TYPE_ID == 0 && SRC_CHANNELS == 1
    uint some[LANES / 4];
    load_unaligned_words(biases, some, LANES / 4);
    for (int n = 0; n < LANES / 4; ++n)
        run->words[n] = dithered_word(run->words[n], even_bytes(some[n]), odd_bytes(some[n]), steps, height, levels);
#elif SRC_TYPE_ID == 0
    for (int n = 0; n < RUN; ++n) {
        const uint bias = biases[n] * 0x00010001u, own = run->words[n];
        run->words[n] = picked(dithered_word(own, bias, bias, steps, height, levels), own, 0x7210u);
    }
#else
    for (int n = 0; n < LANES / 2; ++n) {
        const uint own = run->words[n], first = 2 * n, second = first + 1;
        const uint low = dithered(own & 65535u, biases[first / SRC_CHANNELS], steps, height, levels);
        const uint high = dithered(own >> 16, biases[second / SRC_CHANNELS], steps, height, levels);
        run->words[n] = word_of_halves(low, second % 4 == 3 && SRC_CHANNELS == 4 ? own >> 16 : high);
    }
#endif
}

KERNEL void threshold_matrix_words(global const SRC_TYPE* src, global DST_TYPE* dst, global const SRC_TYPE* biases,
                                   global const int* levels, int side, int steps, uint height, int width,
                                   uint width_reciprocal, uint width_shift, int pixels) {
    const uint first = (uint)(get_global_id(1) * get_global_size(0) + get_global_id(0)) * RUN;
    if (first >= (uint)pixels) return;
    uint y = quotient(first, width_reciprocal, width_shift), x = first - y * (uint)width;
    const uint mask = (uint)side - 1;
    global const SRC_TYPE* from = src + (size_t)first * SRC_CHANNELS;
    global DST_TYPE* to = dst + (size_t)first * SRC_CHANNELS;
    if (x + RUN <= (uint)width) {
        RunWords run = load_words(from, LANES);
        dither_run(&run, biases + (y & mask) * STRIDE + (x & mask), steps, height, levels);
        store_words(run, to, LANES);
        return;
    }
    for (uint i = 0; i < min((uint)RUN, (uint)pixels - first); ++i) {
        const uint bias = biases[(y & mask) * STRIDE + (x & mask)];
        for (int c = 0; c < SRC_CHANNELS; ++c)
            to[i * SRC_CHANNELS + c] =
                c == 3 ? from[i * SRC_CHANNELS + c] : dithered(from[i * SRC_CHANNELS + c], bias, steps, height, levels);
        if (++x == (uint)width) x = 0, ++y;
    }
}
#elif defined(LANES)
#if SRC_IS_FLOAT
static inline float dithered(float sample, float share, int steps, global const float* levels) {
    return levels[(int)(LIMITED(sample) * (float)steps + share)];
}
#else
static inline SRC_TYPE dithered(int sample, int minimum, int steps, global const int* levels) {
    const uint scaled = (uint)(sample * steps);
    const uint level = scaled / SRC_MAX;
    return (SRC_TYPE)levels[level + (scaled - level * SRC_MAX >= (uint)minimum ? 1 : 0)];
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
        const NUMBER minimum = thresholds[row + column];
        for (int c = 0; c < COLOUR_CHANNELS; ++c)
            if (i < count)
                run.samples[i * SRC_CHANNELS + c] = dithered(run.samples[i * SRC_CHANNELS + c], minimum, steps, levels);
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
