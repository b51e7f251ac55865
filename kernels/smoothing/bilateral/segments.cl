// The bilateral filter, variant "segments": a work-item computes LANES neighbouring samples of a row as vectors.
//
// The result is the weighted mean of the pixels in a disc, which keeps edges (Tomasi and Manduchi 1998). A weight falls
// with the distance and with the difference of the colours, by a Gaussian each. It is a single power of two, since the
// exponents of both are added. Weighted differences from the pixel itself are added up, because floats hold more digits
// of these than of the samples. The grid has a work-item for each segment of each row.
//
// It loads a segment for each pixel of the window, at any address, and the nearest cache serves most of them. An RGBA
// pixel occupies four lanes, and each of them gets the weight of the whole pixel. CPUs (LANES is 16) compute powers of
// two by a polynomial, because the drivers' functions serve the whole range of floats and are slower. GPUs have an
// instruction. RGBA images on CPUs use the kernel of colours.clh.
#include "prelude/prelude.clh"
#include "bordered_segments.clh"
#include "prelude/segments.clh"

typedef PASTE(uint, LANES) uints_t;
#define as_uints PASTE(as_uint, LANES)
#define as_floats PASTE(as_float, LANES)

// How far a pixel's colours differ: the sum over its colours, in each of its lanes.
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
    store_bordered(to_out_segment(own + sum / weights), src, dst, x, y, width);
}

#if LANES == 16 && SRC_CHANNELS == 4
#include "smoothing/bilateral/colours.clh"
#endif
