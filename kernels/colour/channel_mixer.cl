// channel-mixer and saturation-hue: red, green and blue become weighted sums of themselves.
//
// Both filters are a 3 x 4 matrix, whose columns are float4 constants: what red gives to all three, what green, what
// blue, and the offsets. A pixel is three multiplications of vectors, added from red to blue, with the offset last.
// Work-items take segments of pixels (mapped_pixels.clh). GPUs convert numbers at a fraction of the rate of other
// arithmetic. They therefore make floats of integer samples, and integers of the results, by additions to floats whose
// lowest bits are the number (sample_words.clh). core/filters/colour/mixing.cpp makes the plans.
//
// Defines: HIDES, 1 for floats and a weight of 0.
#include "prelude/rounding.clh"
#include "colour/colours.clh"

typedef struct {
    float4 red, green, blue, offset;
} map_t;

#if defined(PIXELS) && !SRC_IS_FLOAT
#include "prelude/sample_words.clh"

INLINE float4 floats_of(out_pixel_t colour) { return as_float4(convert_uint4(colour) | WHOLE_BASE_BITS) - WHOLE_BASE; }

INLINE out_pixel_t colour_with_alpha(float4 values, out_sample_t alpha) {
    const uint4 bits = as_uint4(clamp(values, 0.0f, (float)DST_MAX) + ROUNDING_SHIFT);
#if DST_TYPE_ID == U8
    return as_uchar4(word_of_bytes(bits.x, bits.y, bits.z, alpha));
#else
    return as_ushort4((uint2)(word_of_halves(bits.x, bits.y), word_of_halves(bits.z, alpha)));
#endif
}
#else
INLINE float4 floats_of(out_pixel_t colour) { return convert_float4(colour); }

INLINE out_pixel_t colour_with_alpha(float4 values, out_sample_t alpha) {
    out_pixel_t result = to_out(values);
    result.w = alpha;
    return result;
}
#endif

// A weight of 0 hides a channel: 0 times NaN or infinity would be NaN.
INLINE float4 weighted(float4 weights, float value) {
    return HIDES ? select(weights * value, (float4)(0.0f), weights == 0.0f) : weights * value;
}

INLINE out_pixel_t map_pixel(pixel_t pixel, map_t map) {
    const float4 values = floats_of((out_pixel_t)(pixel)); // a gray sample is converted once for all channels
    return colour_with_alpha(weighted(map.red, values.x) + weighted(map.green, values.y) +
                                 weighted(map.blue, values.z) + map.offset,
                             colour_of(pixel).w);
}
#include "colour/mapped_pixels.clh"

KERNEL void channel_mixer_segments(global const pixel_t* src, global out_pixel_t* dst, global const float4* weights,
                                   int pixels) {
    const map_t map = {weights[0], weights[1], weights[2], weights[3]};
    map_pixels(src, dst, pixels, map);
}
