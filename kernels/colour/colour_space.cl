// colour-space: red, green and blue as other three numbers, and back. Defines: those of common.clh; CONVERT,
// one of the functions here. core/filters/colour/colour_space.cpp has their twins, and what they mean.
#include "pixel_runs.clh"

#if SRC_IS_FLOAT
#include "colour_space_floats.clh"

#if SRC_CHANNELS == 4
#define CONVERTED(s) ((float4)(CONVERT((s).xyz), (s).w))
#else
#define CONVERTED(s) ((float4)(CONVERT((float3)(s)), 1.0f))
#endif

KERNEL void colour_space_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const float* linear,
                              int pixels) {
    MAP_PIXELS(src, dst, pixels, CONVERTED)
}
#else

#if SRC_CHANNELS == 4
#define THREE(s) convert_int3((s).xyz)
#define ALPHA(s) (s).w
#else
#define THREE(s) (int3)(s)
#define ALPHA(s) (uchar)255
#endif
#define DESCALED(value) (((value) + (1 << 13)) >> 14)

static inline int3 ycbcr_of_rgb(int3 p, global const float* linear) {
    const int y = DESCALED(4899 * p.x + 9617 * p.y + 1868 * p.z);
    return (int3)(y, DESCALED((p.z - y) * 9241 + (128 << 14)), DESCALED((p.x - y) * 11682 + (128 << 14)));
}

static inline int3 rgb_of_ycbcr(int3 p, global const float* linear) {
    const int blue = p.y - 128, red = p.z - 128;
    return p.x + (int3)(DESCALED(22987 * red), DESCALED(-5636 * blue - 11698 * red), DESCALED(29049 * blue));
}

// (scale 2^12 / divisor), half up.
static inline int reciprocal(uint scale, uint divisor) {
    return divisor == 0 ? 0 : (int)(((scale << 13) + divisor) / (2 * divisor));
}

static inline int3 hsv_of_rgb(int3 p, global const float* linear) {
    const int value = max(p.x, max(p.y, p.z)), range = value - min(p.x, min(p.y, p.z));
    const int turned = value == p.x ? p.y - p.z : value == p.y ? p.z - p.x + 2 * range : p.x - p.y + 4 * range;
    const int hue = (turned * reciprocal(30, range) + (1 << 11)) >> 12;
    return (int3)(hue < 0 ? hue + 180 : hue, (range * reciprocal(255, value) + (1 << 11)) >> 12, value);
}

static inline int3 rgb_of_hsv(int3 p, global const float* linear) {
    const float hue = (float)p.x * (1.0f / 30.0f), s = (float)p.y * (1.0f / 255.0f), v = (float)p.z * (1.0f / 255.0f);
    const float whole = floor(hue), part = hue - whole;
    const int sector = (int)whole % 6;
    const float low = v * (1.0f - s), down = v * (1.0f - s * part), up = v * (1.0f - s * (1.0f - part));
    const float3 rgb = sector == 0   ? (float3)(v, up, low)
                       : sector == 1 ? (float3)(down, v, low)
                       : sector == 2 ? (float3)(low, v, up)
                       : sector == 3 ? (float3)(low, down, v)
                       : sector == 4 ? (float3)(up, low, v)
                                     : (float3)(v, low, down);
    return convert_int3(HALF_EVEN(rgb * 255.0f));
}

static inline float lab_root(float t) { return t > 0.008856f ? cbrt(t) : 7.787f * t + 16.0f / 116.0f; }

static inline int3 lab_of_rgb(int3 p, global const float* linear) {
    const float r = linear[p.x], g = linear[p.y], b = linear[p.z];
    const float x = lab_root(0.433953f * r + 0.376219f * g + 0.189828f * b);
    const float y = lab_root(0.212671f * r + 0.715160f * g + 0.072169f * b);
    const float z = lab_root(0.017758f * r + 0.109477f * g + 0.872765f * b);
    const float3 lab = (float3)((116.0f * y - 16.0f) * 2.55f, 500.0f * (x - y) + 128.0f, 200.0f * (y - z) + 128.0f);
    return convert_int3(HALF_EVEN(clamp(lab, 0.0f, 255.0f)));
}

static inline float lab_cube(float f) { return f > 0.206893f ? f * f * f : (f - 16.0f / 116.0f) * (1.0f / 7.787f); }
static inline float encoded(float value) {
    const float v = clamp(value, 0.0f, 1.0f);
    return 255.0f * (v <= 0.0031308f ? v * 12.92f : 1.055f * pow(v, 1.0f / 2.4f) - 0.055f);
}

static inline int3 rgb_of_lab(int3 p, global const float* linear) {
    const float y = ((float)p.x * (100.0f / 255.0f) + 16.0f) * (1.0f / 116.0f);
    const float fx = lab_cube(y + (float)(p.y - 128) * 0.002f) * 0.950456f, fy = lab_cube(y);
    const float fz = lab_cube(y - (float)(p.z - 128) * 0.005f) * 1.088754f;
    const float3 rgb = (float3)(encoded(3.240479f * fx + -1.53715f * fy + -0.498535f * fz),
                                encoded(-0.969256f * fx + 1.875991f * fy + 0.041556f * fz),
                                encoded(0.055648f * fx + -0.204043f * fy + 1.057311f * fz));
    return convert_int3(HALF_EVEN(rgb));
}

static inline uchar4 converted(SRC_PIXEL s, global const float* linear) {
    return (uchar4)(convert_uchar3_sat(CONVERT(THREE(s), linear)), ALPHA(s));
}
#define CONVERTED(s) converted(s, linear)

KERNEL void colour_space_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const float* linear,
                              int pixels) {
    MAP_PIXELS(src, dst, pixels, CONVERTED)
}
#endif
