// channel-mixer and saturation-hue: red, green and blue as weighted sums of themselves. Defines: those of common.clh.
#include "common.clh"
#include "pixel_runs.clh"

// On GPUs integers become floats and back by floats whose lowest bits they are: conversions are slow there.
#if defined(PIXELS) && !SRC_IS_FLOAT
#include "sample_words.clh"
#define FLOATS_OF(s) (as_float4(convert_uint4(s) | 0x4b000000u) - 8388608.0f)
static inline DST_PIXEL pixel_of(float4 values, uint alpha) {
    const uint4 bits = as_uint4(clamp(values, 0.0f, (float)DST_MAX) + 12582912.0f);
#if DST_TYPE_ID == 0
    return as_uchar4(word_of_bytes(bits.x, bits.y, bits.z, alpha));
#else
    return as_ushort4((uint2)(word_of_halves(bits.x, bits.y), word_of_halves(bits.z, alpha)));
#endif
}
#else
#define FLOATS_OF(s) convert_float4(s)
static inline DST_PIXEL pixel_of(float4 values, DST_TYPE alpha) {
    DST_PIXEL result = TO_DST_PIXEL(values);
    result.w = alpha;
    return result;
}
#endif

#if SRC_CHANNELS == 4
#define RGB(s) FLOATS_OF(s)
#define ALPHA(s) (s).w
#else
#define RGB(s) FLOATS_OF((DST_PIXEL)(s))
#define ALPHA(s) (DST_TYPE) DST_MAX
#endif

// Added up from red to blue, the offset last.
static inline DST_PIXEL mixed(SRC_PIXEL s, float4 red, float4 green, float4 blue, float4 offset) {
    const float4 rgb = RGB(s);
    return pixel_of(red * rgb.x + green * rgb.y + blue * rgb.z + offset, ALPHA(s));
}
#define MIXED(s) mixed(s, red, green, blue, offset)

// weights: what red gives to red, green, blue and nothing; what green; what blue; the offsets.
KERNEL void channel_mixer_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const float4* weights,
                               int pixels) {
    const float4 red = weights[0], green = weights[1], blue = weights[2], offset = weights[3];
    MAP_PIXELS(src, dst, pixels, MIXED)
}
