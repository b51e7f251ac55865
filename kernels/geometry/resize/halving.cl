// resize to half of both sides on GPUs: a work-item computes PIXELS neighbouring pixels of a row as means of four,
// without the tables and the two passes of the plain kernel.
//
// For bytes these are 16 bytes of the result, from 32 bytes of two rows each, and the arithmetic is on words of four
// bytes. The mean of two bytes, rounded up, is (a | b) - ((a ^ b) >> 1). No carry crosses to the next byte (Dietz, the
// aggregate magic algorithms). Gray bytes are first sorted into even and odd ones. Rows that begin anywhere are
// combined from aligned words. Wider samples need none of this: a work-item computes one pixel. Nothing is in local
// memory, and each pixel of the source is read once.
//
// Defines: PIXELS; ALIGNED, which is 1 where all rows begin at multiples of 16 bytes.
#include "geometry/resize/halves.clh"
#include "prelude/unaligned_words.clh"

enum { WORDS = PIXELS > 1 ? PIXELS* SRC_CHANNELS / 4 : 1 };

INLINE uint means_of_bytes(uint a, uint b) { return (a | b) - ((a ^ b) >> 1 & 0x7f7f7f7fu); }

// A word of the result from two neighbouring words of both rows.
INLINE uint mean_word(const uint* upper, const uint* lower) {
    if (SRC_CHANNELS == 4)
        return means_of_bytes(means_of_bytes(upper[0], upper[1]), means_of_bytes(lower[0], lower[1]));
    const uchar8 above = as_uchar8((uint2)(upper[0], upper[1])), below = as_uchar8((uint2)(lower[0], lower[1]));
    return means_of_bytes(means_of_bytes(as_uint(above.even), as_uint(above.odd)),
                          means_of_bytes(as_uint(below.even), as_uint(below.odd)));
}

// Loads the words of a row for WORDS words of the result. The word after them must exist.
INLINE void load_words(global const pixel_t* from, uint* words) {
    if (ALIGNED) {
        vstore4(((global const uint4*)from)[0], 0, words);
        vstore4(((global const uint4*)from)[1], 1, words);
    } else {
        load_unaligned_words(from, words, 2 * WORDS);
    }
}

INLINE void halve_words(global const pixel_t* upper, global const pixel_t* lower, global out_pixel_t* to) {
    uint above[2 * WORDS], below[2 * WORDS], means[WORDS];
    load_words(upper, above);
    load_words(lower, below);
    UNROLL_FOR (int i = 0; i < WORDS; ++i) means[i] = mean_word(above + 2 * i, below + 2 * i);
    if (ALIGNED)
        *(global uint4*)to = vload4(0, means);
    else
        store_unaligned_words(means, WORDS, to);
}

KERNEL void resize_halve_pixels(global const pixel_t* src, global out_pixel_t* dst, int source_width, int width,
                                int height) {
    const int left = get_global_id(0) * PIXELS, y = get_global_id(1);
    if (left >= width || y >= height) return;
    global const pixel_t* const upper = src + (size_t)(2 * y) * source_width + 2 * left;
    global const pixel_t* const lower = upper + source_width;
    global out_pixel_t* const to = dst + (size_t)y * width + left;
    if (PIXELS > 1 && left + PIXELS <= width && (ALIGNED || y + 1 < height)) {
        halve_words(upper, lower, to);
        return;
    }
    for (int x = 0; x < min(PIXELS, width - left); ++x) to[x] = mean_of_four(upper + 2 * x, lower + 2 * x);
}
