// colour-space: red, green and blue as other three numbers, and back. Defines: those of common.clh; CONVERSION,
// one of the functions here; of 16 bits THROUGH_FLOATS (1: by the float functions).
// core/filters/colour/colour_space.cpp has their host counterparts, and what they and `numbers` mean.
#include "common.clh"

#ifdef VECTORS
#include "colour_space_vectors.clh"
#else
#include "pixel_runs.clh"

#if SRC_TYPE_ID == 1 && THROUGH_FLOATS
#include "colour_space_floats.clh"

#if SRC_CHANNELS == 4
#define THREE(s) convert_float3((s).xyz)
#define ALPHA(s) (s).w
#else
#define THREE(s) (float3)((float)(s))
#define ALPHA(s) (ushort)65535
#endif

static inline ushort4 converted(SRC_PIXEL s, global const float* numbers) {
    const float3 made = CONVERSION((THREE(s) - vload4(1, numbers).xyz) * vload4(0, numbers).xyz);
    const float3 samples = made * vload4(2, numbers).xyz + vload4(3, numbers).xyz;
    return (ushort4)(convert_ushort3(HALF_EVEN(clamp(samples, 0.0f, 65535.0f))), ALPHA(s));
}
#define CONVERTED(s) converted(s, numbers)

KERNEL void colour_space_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const float* numbers,
                              int pixels){MAP_PIXELS(src, dst, pixels, CONVERTED)}
#elif SRC_IS_FLOAT
#include "colour_space_floats.clh"

#if SRC_CHANNELS == 4
#define CONVERTED(s) ((float4)(CONVERSION((s).xyz), (s).w))
#else
#define CONVERTED(s) ((float4)(CONVERSION((float3)(s)), 1.0f))
#endif

KERNEL void colour_space_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const float* numbers,
                              int pixels) {
    MAP_PIXELS(src, dst, pixels, CONVERTED)
}
#else

#if SRC_CHANNELS == 4
#define THREE(s) convert_int3((s).xyz)
#define ALPHA(s) (s).w
#else
#define THREE(s) (int3)(s)
#define ALPHA(s) (DST_TYPE) DST_MAX
#endif
// No colour.
#define HALF ((SRC_MAX + 1) / 2)
#define DESCALED(value) (((value) + (1 << 13)) >> 14)

static inline int3 ycbcr_of_rgb(int3 p, global const float* linear) {
    const int y = DESCALED(4899 * p.x + 9617 * p.y + 1868 * p.z);
    return (int3)(y, DESCALED((p.z - y) * 9241 + (HALF << 14)), DESCALED((p.x - y) * 11682 + (HALF << 14)));
}

static inline int3 rgb_of_ycbcr(int3 p, global const float* linear) {
    const int blue = p.y - HALF, red = p.z - HALF;
    return p.x + (int3)(DESCALED(22987 * red), DESCALED(-5636 * blue - 11698 * red), DESCALED(29049 * blue));
}

#if SRC_TYPE_ID == 0
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

#endif

static inline DST_PIXEL converted(SRC_PIXEL s, global const float* numbers) {
    return (DST_PIXEL)(PASTE(PASTE(convert_, DST_TYPE), 3_sat)(CONVERSION(THREE(s), numbers)), ALPHA(s));
}
#define CONVERTED(s) converted(s, numbers)

KERNEL void colour_space_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const float* numbers,
                              int pixels) {
    MAP_PIXELS(src, dst, pixels, CONVERTED)
}
#endif
#endif
