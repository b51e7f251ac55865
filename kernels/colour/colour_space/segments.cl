// colour-space: red, green and blue as three other numbers, and back; alpha is copied.
//
// The conversions are those of OpenCV's cvtColor: YCbCr, HSV and Lab. A pixel is converted by itself, and work-items
// take segments of pixels (mapped_pixels.clh). Floats are converted in floats, and integers in whole numbers. Some
// conversions of 16 bits go through floats, with a scale and an offset before and after. On CPUs, bytes are converted
// sixteen at once (vectors.cl). core/filters/colour/colour_space.cpp makes the plans, and says what `numbers` are.
//
// Defines: CONVERSION, the name of a function; THROUGH_FLOATS, 1 for conversions of 16 bits that go through floats.
#include "colour/colour_space/conversions.clh"
#include "colour/colours.clh"

typedef global const float* map_t;

#if SRC_IS_FLOAT
INLINE out_pixel_t map_pixel(pixel_t pixel, map_t numbers) {
    const float4 colour = colour_of(pixel);
    return (float4)(CONVERSION(colour.xyz), colour.w);
}
#elif SRC_TYPE_ID == U16 && THROUGH_FLOATS
INLINE out_pixel_t map_pixel(pixel_t pixel, map_t numbers) {
    const ushort4 colour = colour_of(pixel);
    const float3 source = (convert_float3(colour.xyz) - vload4(1, numbers).xyz) * vload4(0, numbers).xyz;
    const float3 result = CONVERSION(source) * vload4(2, numbers).xyz + vload4(3, numbers).xyz;
    const float3 rounded = (clamp(result, 0.0f, 65535.0f) + ROUNDING_SHIFT) - ROUNDING_SHIFT;
    return (ushort4)(convert_ushort3(rounded), colour.w);
}
#else
#define convert_out_3_sat PASTE(PASTE(convert_, DST_SAMPLE), 3_sat)
INLINE out_pixel_t map_pixel(pixel_t pixel, map_t numbers) {
#if SRC_CHANNELS == 4
    return (out_pixel_t)(convert_out_3_sat(CONVERSION(convert_int3(pixel.xyz), numbers)), pixel.w);
#else
    return (out_pixel_t)(convert_out_3_sat(CONVERSION((int3)(pixel), numbers)), DST_MAX);
#endif
}
#endif
#include "colour/mapped_pixels.clh"

KERNEL void colour_space_segments(global const pixel_t* src, global out_pixel_t* dst, global const float* numbers,
                                  int pixels) {
    map_pixels(src, dst, pixels, numbers);
}
