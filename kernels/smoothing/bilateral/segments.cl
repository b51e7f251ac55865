// The bilateral filter in vectors: a work-item computes LANES neighbouring samples of a row at once, where the plain
// kernel computes a pixel. A weight is a single power of two, since the exponents of both Gaussians are added, where
// the plain kernel calls exp().
//
// It loads a segment for each pixel of the window, at any address, and the nearest cache serves most of them. An RGBA
// pixel occupies four elements, and each of them gets the weight of the whole pixel. CPUs (LANES is 16) compute powers
// of two by a polynomial, because the drivers' functions serve the whole range of floats and are slower. GPUs have an
// instruction. RGBA images on CPUs have a kernel of their own.
#include "prelude/bordered_segments.clh"
#include "prelude/segments.clh"

typedef PASTE(uint, LANES) uints_t;
#define as_uints PASTE(as_uint, LANES)
#define as_floats PASTE(as_float, LANES)

// How far a pixel's colours differ: the sum over its colours, in each of its elements.
INLINE floats_t colour_distance(floats_t difference) {
    const floats_t size = fabs(difference);
#if SRC_CHANNELS == 1
    return size;
#elif LANES == 16
    return size.s000044448888cccc + size.s111155559999dddd + size.s22226666aaaaeeee;
#elif LANES == 8
    return size.s00004444 + size.s11115555 + size.s22226666;
#else
    return size.s0000 + size.s1111 + size.s2222;
#endif
}

// a b + c. CPUs may use a fused multiply-add, since weights have a tolerance.
INLINE floats_t multiply_add(floats_t a, floats_t b, floats_t c) {
    if (LANES == 16) {
#pragma OPENCL FP_CONTRACT ON
        return a * b + c;
    }
    return c + a * b;
}

INLINE floats_t power_of_two(floats_t exponent) {
    if (LANES < 16) return native_exp2(exponent);
    // Adding the shift rounds to a whole number, which goes into the exponent bits of the result. A Taylor series gives
    // the power of the rest, between -1/2 and 1/2. Results below 2^-126 are 0.
    const floats_t shifted = exponent + ROUNDING_SHIFT, part = exponent - (shifted - ROUNDING_SHIFT);
    floats_t series = multiply_add(part, 0.00015403530f, 0.0013333558f);
    series = multiply_add(series, part, 0.0096181291f);
    series = multiply_add(series, part, 0.055504109f);
    series = multiply_add(series, part, 0.24022651f);
    series = multiply_add(series, part, 0.69314718f);
    series = multiply_add(series, part, 1.0f);
    return exponent < -126.0f ? (floats_t)(0.0f) : as_floats(as_uints(series) + (as_uints(shifted) << 23));
}

// The weight is a power of two: `colour` times the square of the colour distance, plus `space` times the square of the
// distance in pixels. Both factors are negative and hold log2(e).
KERNEL void bilateral_segments(global const pixel_t* src, global out_pixel_t* dst, int width, int height, int radius,
                               float colour, float space) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const floats_t own = convert_floats(load_bordered(src, x, y, width, height));
    floats_t sum = 0.0f, weights = 0.0f;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            if (i * i + j * j > radius * radius) continue;
            const floats_t difference = convert_floats(load_anywhere(src, x + i, y + j, width, height)) - own;
            const floats_t distance = colour_distance(difference);
            const floats_t weight = power_of_two(multiply_add(distance * distance, colour, (i * i + j * j) * space));
            sum = multiply_add(weight, difference, sum);
            weights += weight;
        }
    store_inside(to_out_segment(own + sum / weights), src, dst, x, y, width);
}

#if LANES == 16 && SRC_CHANNELS == 4
// RGBA images on CPUs: a vector for each colour of 16 neighbouring pixels. The colours of a pixel share a weight. In
// segments of RGBA samples four elements compute the same weight; here each element computes the weight of another
// pixel. Loading takes more instructions, since the colours must be separated.

typedef struct {
    float16 red, green, blue;
} colours_t;

#if SRC_TYPE_ID == U8
INLINE float16 byte_of_words(uint16 words, int shift) { return CONVERT((words >> shift) & 255u, float16); }

INLINE colours_t colours_of_words(uint16 words) {
    const colours_t colours = {byte_of_words(words, 0), byte_of_words(words, 8), byte_of_words(words, 16)};
    return colours;
}

INLINE __attribute__((overloadable)) colours_t load_colours(global const pixel_t* from) {
    return colours_of_words(load_16((global const uint*)from));
}
INLINE __attribute__((overloadable)) colours_t load_colours(const pixel_t* from) {
    return colours_of_words(load_16((const uint*)from));
}
#else
// From four vectors of four pixels.
INLINE colours_t colours_of_samples(samples_t a, samples_t b, samples_t c, samples_t d) {
    colours_t colours;
    colours.red = CONVERT((samples_t)(a.s048c, b.s048c, c.s048c, d.s048c), float16);
    colours.green = CONVERT((samples_t)(a.s159d, b.s159d, c.s159d, d.s159d), float16);
    colours.blue = CONVERT((samples_t)(a.s26ae, b.s26ae, c.s26ae, d.s26ae), float16);
    return colours;
}

INLINE __attribute__((overloadable)) colours_t load_colours(global const pixel_t* from) {
    global const sample_t* const samples = (global const sample_t*)from;
    return colours_of_samples(load_16(samples), load_16(samples + 16), load_16(samples + 32), load_16(samples + 48));
}
INLINE __attribute__((overloadable)) colours_t load_colours(const pixel_t* from) {
    const sample_t* const samples = (const sample_t*)from;
    return colours_of_samples(load_16(samples), load_16(samples + 16), load_16(samples + 32), load_16(samples + 48));
}
#endif

// The pixels from (x, y) on, which may be outside.
INLINE colours_t colours_anywhere(global const pixel_t* src, int x, int y, int width, int height) {
    const int row = border_index(y, height);
    if (is_inside(row) && x >= 0 && x + 16 <= width) return load_colours(src + (size_t)row * width + x);
    pixel_t pixels[16];
    for (int p = 0; p < 16; ++p) pixels[p] = bordered_pixel(src, row, border_index(x + p, width), width);
    return load_colours(pixels);
}

KERNEL void bilateral_colours(global const pixel_t* src, global out_pixel_t* dst, int width, int height, int radius,
                              float colour, float space) {
    const int x = (int)get_global_id(0) * 16;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const colours_t own = colours_anywhere(src, x, y, width, height);
    float16 red = 0.0f, green = 0.0f, blue = 0.0f, weights = 0.0f;
    for (int j = -radius; j <= radius; ++j)
        for (int i = -radius; i <= radius; ++i) {
            if (i * i + j * j > radius * radius) continue;
            const colours_t other = colours_anywhere(src, x + i, y + j, width, height);
            const float16 red_difference = other.red - own.red;
            const float16 green_difference = other.green - own.green;
            const float16 blue_difference = other.blue - own.blue;
            const float16 distance = fabs(red_difference) + fabs(green_difference) + fabs(blue_difference);
            const float16 weight = power_of_two(multiply_add(distance * distance, colour, (i * i + j * j) * space));
            red = multiply_add(weight, red_difference, red);
            green = multiply_add(weight, green_difference, green);
            blue = multiply_add(weight, blue_difference, blue);
            weights += weight;
        }
    float results[3][16];
    store_16(own.red + red / weights, results[0]);
    store_16(own.green + green / weights, results[1]);
    store_16(own.blue + blue / weights, results[2]);
    const size_t at = (size_t)y * width + x;
    for (int p = 0; p < min(16, width - x); ++p)
        dst[at + p] = (out_pixel_t)(to_out(results[0][p]), to_out(results[1][p]), to_out(results[2][p]), src[at + p].w);
}
#endif
