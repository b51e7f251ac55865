// colour-space for bytes on CPUs: each channel of sixteen pixels is one vector, and a work-item has VECTORS of these.
//
// Sixteen RGBA pixels are sixteen words, which shifts and masks take apart by channel. The arithmetic of one pixel then
// runs on sixteen elements. Results equal those of conversions.clh. Where these branch, both sides are computed and one
// is selected. Quotients come from floats, which are exact enough. Cube roots and powers use arithmetic that
// vectorises, since a library's functions are called element by element. The last pixels of the image are padded to
// sixteen.
//
// Defines: VECTORS, 16; CONVERSION, the name of a function. The grid has a work-item for each VECTORS * 16 pixels,
// numbered row by row.
#include "prelude/unaligned_vectors.clh"

// Three numbers of sixteen pixels, 0 to 255; results may be beyond.
typedef struct {
    int16 x, y, z;
} pixels_t;

INLINE int16 descaled(int16 values) { return (values + (1 << 13)) >> 14; }
INLINE float16 floats_of(int16 values) { return CONVERT(values, float16); }

// Rounds half to even, and limits to 0 to 255. The lowest bits of the sum are the number.
INLINE int16 rounded(float16 values) { return as_int16(clamp(values, 0.0f, 255.0f) + ROUNDING_SHIFT) & 255; }

INLINE pixels_t ycbcr_of_rgb(pixels_t rgb, global const float* linear) {
    const int16 y = descaled(4899 * rgb.x + 9617 * rgb.y + 1868 * rgb.z);
    const pixels_t ycbcr = {y, descaled((rgb.z - y) * 9241 + (128 << 14)), descaled((rgb.x - y) * 11682 + (128 << 14))};
    return ycbcr;
}

INLINE pixels_t rgb_of_ycbcr(pixels_t ycbcr, global const float* linear) {
    const int16 blue = ycbcr.y - 128, red = ycbcr.z - 128;
    const pixels_t rgb = {ycbcr.x + descaled(22987 * red), ycbcr.x + descaled(-5636 * blue - 11698 * red),
                          ycbcr.x + descaled(29049 * blue)};
    return rgb;
}

// scale 2^12 / divisor, rounded half up; 0 for a divisor of 0. With numerators below 2^21 and the added half, quotients
// differ from whole numbers by more than the rounding error of a float.
INLINE int16 reciprocals(int scale, int16 divisors) {
    const float16 numerators = floats_of((scale << 13) + divisors) + 0.5f;
    const int16 quotients = CONVERT(numerators / floats_of(2 * max(divisors, 1)), int16);
    return divisors == 0 ? (int16)(0) : quotients;
}

INLINE pixels_t hsv_of_rgb(pixels_t rgb, global const float* linear) {
    const int16 value = max(rgb.x, max(rgb.y, rgb.z)), range = value - min(rgb.x, min(rgb.y, rgb.z));
    const int16 not_red = value == rgb.y ? rgb.z - rgb.x + 2 * range : rgb.x - rgb.y + 4 * range;
    const int16 sextants = value == rgb.x ? rgb.y - rgb.z : not_red; // times the range
    const int16 hue = (sextants * reciprocals(30, range) + (1 << 11)) >> 12;
    const pixels_t hsv = {hue < 0 ? hue + 180 : hue, (range * reciprocals(255, value) + (1 << 11)) >> 12, value};
    return hsv;
}

INLINE pixels_t rgb_of_hsv(pixels_t hsv, global const float* linear) {
    const float16 hue = floats_of(hsv.x) * (1.0f / 30.0f), saturation = floats_of(hsv.y) * (1.0f / 255.0f);
    const float16 value = floats_of(hsv.z) * (1.0f / 255.0f);
    const int16 whole = CONVERT(hue, int16), sextant = whole >= 6 ? whole - 6 : whole;
    const float16 part = hue - floats_of(whole);
    const float16 low = value * (1.0f - saturation), down = value * (1.0f - saturation * part);
    const float16 up = value * (1.0f - saturation * (1.0f - part));
    const float16 red = sextant == 1 ? down : sextant == 4 ? up : (sextant == 2 || sextant == 3) ? low : value;
    const float16 green = sextant == 0 ? up : sextant == 3 ? down : sextant >= 4 ? low : value;
    const float16 blue = sextant == 2 ? up : sextant == 5 ? down : sextant >= 3 ? value : low;
    const pixels_t rgb = {rounded(red * 255.0f), rounded(green * 255.0f), rounded(blue * 255.0f)};
    return rgb;
}

// The cube root for 0.001 to 2: start with a third of the exponent, then two Halley steps. The error is one or two bits
// at most.
INLINE float16 cube_root(float16 values) {
    float16 root = as_float16(CONVERT(floats_of(as_int16(values)) * (1.0f / 3.0f), int16) + 0x2a5137a0);
    for (int step = 0; step < 2; ++step) {
        const float16 cube = root * root * root;
        root -= root * ((cube - values) / (cube + cube + values));
    }
    return root;
}

INLINE float16 lab_root(float16 t) { return t > 0.008856f ? cube_root(max(t, 0.001f)) : 7.787f * t + 16.0f / 116.0f; }
INLINE float16 lab_cube(float16 f) { return f > 0.206893f ? f * f * f : (f - 16.0f / 116.0f) * (1.0f / 7.787f); }

INLINE float16 look_up(global const float* table, int16 at) {
    return (float16)(table[at.s0], table[at.s1], table[at.s2], table[at.s3], table[at.s4], table[at.s5], table[at.s6],
                     table[at.s7], table[at.s8], table[at.s9], table[at.sa], table[at.sb], table[at.sc], table[at.sd],
                     table[at.se], table[at.sf]);
}

INLINE pixels_t lab_of_rgb(pixels_t rgb, global const float* linear) {
    const float16 red = look_up(linear, rgb.x), green = look_up(linear, rgb.y), blue = look_up(linear, rgb.z);
    const float16 fx = lab_root(0.433953f * red + 0.376219f * green + 0.189828f * blue);
    const float16 fy = lab_root(0.212671f * red + 0.715160f * green + 0.072169f * blue);
    const float16 fz = lab_root(0.017758f * red + 0.109477f * green + 0.872765f * blue);
    const pixels_t lab = {rounded((116.0f * fy - 16.0f) * 2.55f), rounded(500.0f * (fx - fy) + 128.0f),
                          rounded(200.0f * (fy - fz) + 128.0f)};
    return lab;
}

// v^(1 / 2.4) is v^(1/3) v^(1/12).
INLINE int16 encoded(float16 value) {
    const float16 v = clamp(value, 0.0f, 1.0f), root = cube_root(max(v, 0.001f));
    return rounded(255.0f * (v <= 0.0031308f ? v * 12.92f : 1.055f * (root * sqrt(sqrt(root))) - 0.055f));
}

INLINE pixels_t rgb_of_lab(pixels_t lab, global const float* linear) {
    const float16 fy = (floats_of(lab.x) * (100.0f / 255.0f) + 16.0f) * (1.0f / 116.0f);
    const float16 x = lab_cube(fy + floats_of(lab.y - 128) * 0.002f) * 0.950456f, y = lab_cube(fy);
    const float16 z = lab_cube(fy - floats_of(lab.z - 128) * 0.005f) * 1.088754f;
    const pixels_t rgb = {encoded(3.240479f * x + -1.53715f * y + -0.498535f * z),
                          encoded(-0.969256f * x + 1.875991f * y + 0.041556f * z),
                          encoded(0.055648f * x + -0.204043f * y + 1.057311f * z)};
    return rgb;
}

// Converts words of four bytes, red lowest and alpha highest.
INLINE uint16 converted(uint16 words, global const float* numbers) {
    const pixels_t source = {as_int16(words & 255u), as_int16(words >> 8 & 255u), as_int16(words >> 16 & 255u)};
    const pixels_t result = CONVERSION(source, numbers);
    const int16 colours = clamp(result.x, 0, 255) | clamp(result.y, 0, 255) << 8 | clamp(result.z, 0, 255) << 16;
    return as_uint16(colours) | (words & 0xFF000000u);
}

// Pixels as words; gray ones are opaque colours.
#if SRC_CHANNELS == 4
INLINE uint word_of(uchar4 pixel) { return as_uint(pixel); }
INLINE uint16 load_words(global const uchar4* from) { return load_16((global const uint*)from); }
#else
INLINE uint word_of(uchar pixel) { return (uint)pixel * 0x010101u | 0xFF000000u; }
INLINE uint16 load_words(global const uchar* from) { return CONVERT(load_16(from), uint16) * 0x010101u | 0xFF000000u; }
#endif

KERNEL void colour_space_vectors(global const pixel_t* src, global out_pixel_t* dst, global const float* numbers,
                                 int pixels) {
    const size_t first = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * (16 * VECTORS);
    const size_t end = min(first + 16 * VECTORS, (size_t)pixels);
    size_t i = first;
    for (; i + 16 <= end; i += 16) store_16(converted(load_words(src + i), numbers), (global uint*)(dst + i));
    if (i >= end) return;
    uint words[16];
    for (int j = 0; j < 16; ++j) words[j] = word_of(src[min(i + j, end - 1)]);
    store_16(converted(load_16(words), numbers), words);
    for (int j = 0; i + j < end; ++j) dst[i + j] = as_uchar4(words[j]);
}
