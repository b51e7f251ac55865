// colour-map: a colour from a table of 256 for each pixel's value; alpha is copied.
//
// The value is the pixel of a gray image, or the luma or a channel of a colour. It selects the nearest entry; 16-bit
// samples are divided by 257 and floats multiplied by 255, and both are rounded. The table has the samples of the
// result, so that an entry is stored as it is. It is small enough for the caches of all devices. Work-items take
// segments of pixels (mapped_pixels.clh), which reads and writes them in whole vectors.
// core/filters/colour/colour_map.cpp makes the tables.
//
// Defines: OF, an expression for the value of the pixel s of map_pixel.
#include "prelude/rounding.clh"

typedef global const out_pixel_t* map_t;

INLINE uint entry_of(sample_t value) {
    if (SRC_TYPE_ID == U8) return value;
    if (SRC_TYPE_ID == U16) return ((uint)value + 128u) / 257u;
    return (uint)round_half_even(fmin(fmax((float)value, 0.0f), 1.0f) * 255.0f);
}

INLINE out_pixel_t map_pixel(pixel_t s, map_t table) {
    const out_pixel_t colour = table[entry_of(OF)];
#if SRC_CHANNELS == 4
    return (out_pixel_t)(colour.xyz, s.w);
#else
    return colour;
#endif
}
#include "colour/mapped_pixels.clh"

KERNEL void colour_map_segments(global const pixel_t* src, global out_pixel_t* dst, global const out_pixel_t* table,
                                int pixels) {
    map_pixels(src, dst, pixels, table);
}
