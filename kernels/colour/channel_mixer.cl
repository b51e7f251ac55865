// channel-mixer and saturation-hue: red, green and blue as weighted sums of themselves. Defines: those of common.clh.
#include "pixel_runs.clh"

#if SRC_CHANNELS == 4
#define RGB(s) convert_float4(s)
#define ALPHA(s) (s).w
#else
#define RGB(s) (float4)((float)(s))
#define ALPHA(s) (DST_TYPE) DST_MAX
#endif

#if DST_CHANNELS == 4
// Added up from red to blue, the offset last.
static inline DST_PIXEL mixed(SRC_PIXEL s, float4 red, float4 green, float4 blue, float4 offset) {
    const float4 rgb = RGB(s);
    DST_PIXEL result = TO_DST_PIXEL(red * rgb.x + green * rgb.y + blue * rgb.z + offset);
    result.w = ALPHA(s);
    return result;
}
#define MIXED(s) mixed(s, red, green, blue, offset)
#else
#define MIXED(s) (s)
#endif

// weights: what red gives to red, green and blue; what green; what blue; the offsets.
KERNEL void channel_mixer_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const float* weights,
                               int pixels) {
    const float4 red = (float4)(vload3(0, weights), 0), green = (float4)(vload3(1, weights), 0);
    const float4 blue = (float4)(vload3(2, weights), 0), offset = (float4)(vload3(3, weights), 0);
    MAP_PIXELS(src, dst, pixels, MIXED)
}
