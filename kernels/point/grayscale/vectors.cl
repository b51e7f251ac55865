// grayscale on CPUs: a work-item makes sixteen pixels at a time, each channel of them in a vector. The plain kernel
// makes one pixel.
//
// Pixels of bytes are words, of which masks and shifts leave one channel. Other pixels are loaded as four vectors of
// four pixels, and a channel is picked out of each. The weighted sums are those of luma() in prelude.clh, in vectors. A
// work-item makes VECTORS vectors of consecutive pixels, and the pixels after its last whole vector one by one.
#include "prelude/unaligned_vectors.clh"

typedef PASTE(SRC_SAMPLE, 16) samples_16_t;
typedef PASTE(DST_SAMPLE, 16) out_16_t;

INLINE __attribute__((overloadable)) uint16 luma_16(uint16 red, uint16 green, uint16 blue) {
    return ((uint)LUMA_RED * red + (uint)LUMA_GREEN * green + (uint)LUMA_BLUE * blue + 32768u) >> 16;
}
INLINE __attribute__((overloadable)) float16 luma_16(float16 red, float16 green, float16 blue) {
    return LUMA_RED / 65536.0f * red + LUMA_GREEN / 65536.0f * green + LUMA_BLUE / 65536.0f * blue;
}

INLINE PASTE(VALUE, 16) values_of(samples_16_t samples) { return CONVERT(samples, PASTE(VALUE, 16)); }
INLINE out_16_t gray_of(PASTE(VALUE, 16) luma) { return CONVERT(luma, PASTE(DST_SAMPLE, 16)); }

INLINE out_16_t gray_16(global const sample_t* from) {
#if SRC_TYPE_ID == U8
    const uint16 pixels = *(global const uint16*)from;
    return gray_of(luma_16(pixels & 255u, pixels >> 8 & 255u, pixels >> 16 & 255u));
#else
    const samples_16_t a = load_16(from), b = load_16(from + 16), c = load_16(from + 32), d = load_16(from + 48);
    return gray_of(luma_16(values_of((samples_16_t)(a.s048c, b.s048c, c.s048c, d.s048c)),
                           values_of((samples_16_t)(a.s159d, b.s159d, c.s159d, d.s159d)),
                           values_of((samples_16_t)(a.s26ae, b.s26ae, c.s26ae, d.s26ae))));
#endif
}

KERNEL void grayscale_vectors(global const pixel_t* src, global out_sample_t* dst, int pixels) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * (16 * VECTORS);
    const size_t end = min(begin + 16 * VECTORS, (size_t)pixels);
    size_t i = begin;
    for (; i + 16 <= end; i += 16) store_16(gray_16((global const sample_t*)(src + i)), dst + i);
    for (; i < end; ++i) dst[i] = luma(src[i].x, src[i].y, src[i].z);
}
