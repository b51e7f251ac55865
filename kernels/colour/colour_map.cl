// colour-map: a colour from a table of 256 for each pixel's value. Defines: those of common.clh; OF, the value of a
// pixel s: s of gray images, else one of its channels or its luma.
#include "common.clh"
#include "pixel_runs.clh"

// The number of the entry nearest to a value of 0..full scale.
#if SRC_TYPE_ID == 0
#define ENTRY(value) (value)
#elif SRC_TYPE_ID == 1
#define ENTRY(value) (((uint)(value) + 128u) / 257u)
#else
#define ENTRY(value) (uint) HALF_EVEN(fmin(fmax(value, 0.0f), 1.0f) * 255.0f)
#endif

static inline DST_PIXEL coloured(SRC_PIXEL s, global const DST_PIXEL* table) {
    DST_PIXEL result = table[ENTRY(OF)];
#if SRC_CHANNELS == 4
    result.w = s.w;
#endif
    return result;
}
#define COLOURED(s) coloured(s, table)

KERNEL void colour_map_runs(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const DST_PIXEL* table,
                            int pixels) {
    MAP_PIXELS(src, dst, pixels, COLOURED)
}
