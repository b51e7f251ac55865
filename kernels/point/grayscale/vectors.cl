// grayscale on CPUs: a work-item makes sixteen pixels at a time, each channel of them in a vector. The plain kernel
// makes one pixel.
//
// Pixels of bytes are words, of which masks and shifts leave one channel. Other pixels are loaded as four vectors of
// four pixels, and a channel is picked out of each. The weighted sums are those of luma() in prelude.clh, in vectors. A
// work-item makes VECTORS vectors of consecutive pixels, and the pixels after its last whole vector one by one.
#include "prelude/unaligned_vectors.clh"

typedef PASTE(SRC_SAMPLE, 16) samples_16_t;
typedef PASTE(DST_SAMPLE, 16) out_16_t;
#if SRC_IS_FLOAT
typedef float16 values_16_t;
#define convert_values_16 convert_float16
#else
typedef uint16 values_16_t;
#define convert_values_16 convert_uint16
#endif
#define convert_out_16 PASTE(convert_, PASTE(DST_SAMPLE, 16))

INLINE out_16_t luma_16(values_16_t red, values_16_t green, values_16_t blue) {
#if SRC_IS_FLOAT
    return LUMA_RED / 65536.0f * red + LUMA_GREEN / 65536.0f * green + LUMA_BLUE / 65536.0f * blue;
#else
    return convert_out_16(((uint)LUMA_RED * red + (uint)LUMA_GREEN * green + (uint)LUMA_BLUE * blue + 32768u) >> 16);
#endif
}

INLINE out_16_t gray_16(global const sample_t* from) {
#if SRC_TYPE_ID == U8
    const uint16 pixels = as_uint16(*(global const uint16*)from);
    return luma_16(pixels & 255u, pixels >> 8 & 255u, pixels >> 16 & 255u);
#else
    const samples_16_t a = load_16(from), b = load_16(from + 16), c = load_16(from + 32), d = load_16(from + 48);
    return luma_16(convert_values_16((samples_16_t)(a.s048c, b.s048c, c.s048c, d.s048c)),
                   convert_values_16((samples_16_t)(a.s159d, b.s159d, c.s159d, d.s159d)),
                   convert_values_16((samples_16_t)(a.s26ae, b.s26ae, c.s26ae, d.s26ae)));
#endif
}

KERNEL void grayscale_vectors(global const pixel_t* src, global out_sample_t* dst, int pixels) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * (16 * VECTORS);
    const size_t end = min(begin + 16 * VECTORS, (size_t)pixels);
    size_t i = begin;
    for (; i + 16 <= end; i += 16) store_16(gray_16((global const sample_t*)(src + i)), dst + i);
    for (; i < end; ++i) dst[i] = luma(src[i].x, src[i].y, src[i].z);
}
