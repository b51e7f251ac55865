// formula: every sample becomes the value of an expression that the user typed; alpha is copied.
//
// The host translates the expression to OpenCL C and passes it as the defines RED, GREEN and BLUE: `v - s(-1, 0)`
// becomes v - neighbour(at, -1.0f, 0.0f). The three are the same if there is one expression. It uses the names that
// value_of declares, OpenCL's functions, and neighbour, modulo, power and clamped from here. One work-item computes all
// channels of a pixel, so that a pixel is loaded and stored once. The compiler removes what the expression does not
// use. The sliders p1 to p4 are arguments, so that dragging them builds no program. A neighbour is read from global
// memory where the expression asks for one, from the same channel; neighbouring work-items find it in the cache.
//
// Full scale is 1: integer samples are divided by their largest value. Defines: RED, GREEN, BLUE; BORDER, see
// borders.clh. FARTHEST, in pixels, limits how far a neighbour may be, so that no index overflows.
#include "prelude/borders.clh"
#include "prelude/rounding.clh"

#define FARTHEST 16777216.0f

// Where a sample stands. `src` begins with the first sample of its channel.
typedef struct {
    global const sample_t* src;
    int x, y, width, height;
} place_t;

INLINE float scaled(sample_t sample) { return (float)sample / (float)SRC_MAX; }

INLINE int whole_offset(float offset) {
    return isnan(offset) ? 0 : convert_int_rte(clamp(offset, -FARTHEST, FARTHEST));
}

INLINE float neighbour(place_t at, float dx, float dy) {
    const int column = border_index(at.x + whole_offset(dx), at.width);
    const int row = border_index(at.y + whole_offset(dy), at.height);
    if (!is_inside(column) || !is_inside(row)) return 0.0f;
    return scaled(at.src[((size_t)row * at.width + column) * SRC_CHANNELS]);
}

INLINE float modulo(float a, float b) { return a - b * floor(a / b); }

// Squares and cubes are products, as in the reference. They are fast where pow is slow.
INLINE float power(float base, float exponent) {
    if (exponent == 2.0f) return base * base;
    if (exponent == 3.0f) return base * base * base;
    return pow(base, exponent);
}

INLINE float clamped(float value, float low, float high) { return fmin(fmax(value, low), high); }

// The value of a colour channel's expression: 0 is red, 1 green, 2 blue. All its names are here.
INLINE float value_of(int colour, place_t at, float4 pixel, float4 p) {
    const float r = pixel.x, g = pixel.y, b = pixel.z, a = pixel.w;
    const float v = colour == 0 ? r : colour == 1 ? g : b;
    const float x = at.x, y = at.y, w = at.width, h = at.height;
    const float p1 = p.x, p2 = p.y, p3 = p.z, p4 = p.w;
    if (colour == 0) return RED;
    if (colour == 1) return GREEN;
    return BLUE;
}

// Integer samples: NaN becomes 0, and other values are limited to 0..1. Float samples stay as they are.
INLINE out_sample_t stored(float value) {
    if (DST_IS_FLOAT) return to_out(value);
    return to_out(value > 0.0f ? fmin(value, 1.0f) * (float)DST_MAX : 0.0f);
}

INLINE float4 scaled_pixel(pixel_t pixel) {
#if SRC_CHANNELS == 4
    return (float4)(scaled(pixel.x), scaled(pixel.y), scaled(pixel.z), scaled(pixel.w));
#else
    const float gray = scaled(pixel);
    return (float4)(gray, gray, gray, 1.0f);
#endif
}

#if DST_CHANNELS == 4
INLINE out_sample_t alpha_of(pixel_t pixel) {
#if SRC_CHANNELS == 4
    return pixel.w;
#else
    return DST_MAX;
#endif
}
#endif

KERNEL void formula_pixels(global const pixel_t* src, global out_pixel_t* dst, int width, int height, float p1,
                           float p2, float p3, float p4) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t i = (size_t)y * width + x;
    const pixel_t source = src[i];
    const float4 pixel = scaled_pixel(source), p = (float4)(p1, p2, p3, p4);
    const place_t first_at = {(global const sample_t*)src, x, y, width, height};
    const out_sample_t first = stored(value_of(0, first_at, pixel, p));
#if DST_CHANNELS == 4
    // One struct for each channel: a struct that has been passed by value is not changed (CONTRIBUTING.md).
    const place_t second_at = {(global const sample_t*)src + (SRC_CHANNELS == 4 ? 1 : 0), x, y, width, height};
    const place_t third_at = {(global const sample_t*)src + (SRC_CHANNELS == 4 ? 2 : 0), x, y, width, height};
    const out_sample_t second = stored(value_of(1, second_at, pixel, p));
    const out_sample_t third = stored(value_of(2, third_at, pixel, p));
    dst[i] = (out_pixel_t)(first, second, third, alpha_of(source));
#else
    dst[i] = first;
#endif
}
