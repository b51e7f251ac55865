// bilateral: the mean of the samples around each, weighted by how near and how alike they are. Weights are powers of
// two: the exponents of both Gaussians are added. What is summed up is the difference from the pixel itself, of which
// floats hold more digits than of the samples.
#include "common.clh"

#ifdef BLOCK_ROWS
#include "bilateral_blocks.clh"
#else
#include "bordered_runs.clh"
#include "whole_conversions.clh"

// How far a pixel's colours differ: the sum over its channels, in each of its lanes.
#if SRC_CHANNELS == 1
#define DISTANCE(difference) fabs(difference)
#elif LANES == 16
#define DISTANCE(v) (fabs((v).s000044448888cccc) + fabs((v).s111155559999dddd) + fabs((v).s22226666aaaaeeee))
#elif LANES == 8
#define DISTANCE(v) (fabs((v).s00004444) + fabs((v).s11115555) + fabs((v).s22226666))
#else
#define DISTANCE(v) (fabs((v).s0000) + fabs((v).s1111) + fabs((v).s2222))
#endif

#if LANES == 16
// For CPUs, in one instruction where they have it: the order of roundings is free within the tolerance.
static inline FLOATS multiply_add(FLOATS a, FLOATS b, FLOATS c) {
#pragma OPENCL FP_CONTRACT ON
    return a * b + c;
}

// The drivers' own is for the whole range of floats: Taylor's series between halves of powers, and the power itself as
// the exponent's bits. What is below 2^-126 is 0.
static inline FLOATS power_of_two(FLOATS exponent) {
    const FLOATS pushed = exponent + 12582912.0f, part = exponent - (pushed - 12582912.0f);
    FLOATS series = multiply_add(part, 0.00015403530f, 0.0013333558f);
    series = multiply_add(series, part, 0.0096181291f);
    series = multiply_add(series, part, 0.055504109f);
    series = multiply_add(series, part, 0.24022651f);
    series = multiply_add(series, part, 0.69314718f);
    series = multiply_add(series, part, 1.0f);
    return exponent < -126.0f ? (FLOATS)(0.0f) : as_float16(as_uint16(series) + (as_uint16(pushed) << 23));
}
#else
#define multiply_add(a, b, c) ((c) + (a) * (b))
#define power_of_two(exponent) native_exp2(exponent)
#endif

// colour, space: what a squared difference and a squared distance count in the exponent.
KERNEL void bilateral_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius,
                           float colour, float space) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const FLOATS own = TO_FLOATS(load_bordered(src, x, y, width, height));
    FLOATS sum = 0.0f, weights = 0.0f;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            if (i * i + j * j > radius * radius) continue;
            const FLOATS difference = TO_FLOATS(load_anywhere(src, x + i, y + j, width, height)) - own;
            const FLOATS distance = DISTANCE(difference);
            const FLOATS weight = power_of_two(multiply_add(distance * distance, colour, (i * i + j * j) * space));
            sum = multiply_add(weight, difference, sum);
            weights += weight;
        }
    store_bordered(TO_DST_AS(DST_SAMPLES, own + sum / weights), src, dst, x, y, width);
}

#if LANES == 16 && SRC_CHANNELS == 4
// Sixteen pixels.
typedef struct {
    float16 red, green, blue;
} Colours;

#if SRC_TYPE_ID == 0
#define CHANNEL(words, shift) CONVERT((words) >> (shift)&255u, float16)
static inline Colours apart(uint16 words) {
    const Colours colours = {CHANNEL(words, 0), CHANNEL(words, 8), CHANNEL(words, 16)};
    return colours;
}
#define COLOURS_AT(space, from) apart(load_16((space const uint*)(from)))
#else
#define CHANNEL(places) CONVERT((SRC_SAMPLES)(a.places, b.places, c.places, d.places), float16)
static inline Colours apart(SRC_SAMPLES a, SRC_SAMPLES b, SRC_SAMPLES c, SRC_SAMPLES d) {
    const Colours colours = {CHANNEL(s048c), CHANNEL(s159d), CHANNEL(s26ae)};
    return colours;
}
#define FOUR_AT(space, from, k) load_16((space const SRC_TYPE*)(from) + 16 * (k))
#define COLOURS_AT(space, from)                                                                                        \
    apart(FOUR_AT(space, from, 0), FOUR_AT(space, from, 1), FOUR_AT(space, from, 2), FOUR_AT(space, from, 3))
#endif

static inline Colours colours_anywhere(global const SRC_PIXEL* src, int x, int y, int width, int height) {
    const int row = border_index(y, height);
    if (IS_INSIDE(row) && x >= 0 && x + 16 <= width) return COLOURS_AT(global, src + (size_t)row * width + x);
    SRC_PIXEL pixels[16];
    for (int p = 0; p < 16; ++p) pixels[p] = bordered_pixel(src, row, border_index(x + p, width), width);
    return COLOURS_AT(private, pixels);
}

// The same, each channel of sixteen pixels in a vector: they share their weights.
KERNEL void bilateral_colours(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius,
                              float colour, float space) {
    const int x = (int)get_global_id(0) * 16;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const Colours own = colours_anywhere(src, x, y, width, height);
    float16 red = 0.0f, green = 0.0f, blue = 0.0f, weights = 0.0f;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            if (i * i + j * j > radius * radius) continue;
            const Colours other = colours_anywhere(src, x + i, y + j, width, height);
            const float16 r = other.red - own.red, g = other.green - own.green, b = other.blue - own.blue;
            const float16 distance = fabs(r) + fabs(g) + fabs(b);
            const float16 weight = power_of_two(multiply_add(distance * distance, colour, (i * i + j * j) * space));
            red = multiply_add(weight, r, red);
            green = multiply_add(weight, g, green);
            blue = multiply_add(weight, b, blue);
            weights += weight;
        }
    float made[3][16];
    store_16(own.red + red / weights, made[0]);
    store_16(own.green + green / weights, made[1]);
    store_16(own.blue + blue / weights, made[2]);
    const size_t at = (size_t)y * width + x;
    for (int p = 0; p < min(16, width - x); ++p)
        dst[at + p] = (DST_PIXEL)(TO_DST(made[0][p]), TO_DST(made[1][p]), TO_DST(made[2][p]), src[at + p].w);
}
#endif
#endif
