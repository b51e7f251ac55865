// Ordered dither in words, for images of 8 and 16 bits on GPUs: a work-item dithers 16 bytes of neighbouring pixels.
// The plain kernel divides and compares sample by sample. Here a sample costs one multiplication, additions and shifts,
// and two 8-bit samples share a multiplication.
//
// A work-item takes SEGMENT_PIXELS neighbouring pixels, 16 bytes, counted over the whole image, so that all loads and
// stores of samples are aligned. Samples of 8 bits stay in their words; those of 16 bits are taken out one by one. The
// host turns thresholds into `biases`: full scale less the least remainder that is lifted to the next level. The level
// of a sample is then (sample * steps + bias) / full scale, rounded down. Full scale F is 2^n - 1. For every x below F
// * (F + 1) the quotient is (x + 1 + (x >> n)) >> n. So there is neither a division nor a comparison, unlike in
// segments.cl.
//
// The matrix has side rows, a power of two. Each row of `biases` has BIAS_STRIDE numbers: after its last column it
// begins again, so that those of a segment lie side by side. Those of gray 8-bit pixels are loaded as unaligned words,
// all others one by one. The rows are long enough for the word after a segment, which load_unaligned_words reads. A
// segment that crosses the end of a row of the image goes pixel by pixel. Where all levels are `level_height` apart, a
// product gives the value of a level; otherwise `level_height` is 0, and the value is looked up in `levels`. The grid
// has two dimensions, so that a workgroup of any shape has work; segments are counted through its rows. Defines: LANES,
// the samples of a segment, and BIAS_STRIDE.

#include "prelude/instructions.clh"
#include "prelude/sample_words.clh"
#include "prelude/unaligned_words.clh"

enum { SEGMENT_PIXELS = LANES / SRC_CHANNELS, FULL_SCALE_BITS = 8 * sizeof(sample_t) };

INLINE uint dithered(uint sample, uint bias, uint steps, uint level_height, global const int* levels) {
    const uint x = sample * steps + bias;
    const uint level = (x + 1u + (x >> FULL_SCALE_BITS)) >> FULL_SCALE_BITS;
    return level_height ? level * level_height : (uint)levels[level];
}

// The levels of two bytes, which are 16 bits apart, in the upper byte of each half of the result. No half carries into
// the other: x is at most 255 * 255 + 254 there, and the sum at most 65534.
INLINE uint levels_in_upper_bytes(uint samples, uint biases, uint steps) {
    const uint x = samples * steps + biases;
    return x + 0x00010001u + odd_bytes(x);
}

// Four bytes; those at even and odd places have biases of their own, two in a word.
INLINE uint dithered_bytes(uint word, uint even_biases, uint odd_biases, uint steps, uint level_height,
                           global const int* levels) {
    const uint even = levels_in_upper_bytes(even_bytes(word), even_biases, steps);
    const uint odd = levels_in_upper_bytes(odd_bytes(word), odd_biases, steps);
    // In the order of the samples: the upper bytes of even's low half, odd's low half, even's and odd's high half.
    const uint four_levels = byte_permute(even, odd, 0x7351u);
    if (level_height) return four_levels * level_height;
    return word_of_bytes(levels[four_levels & 255u], levels[four_levels >> 8 & 255u], levels[four_levels >> 16 & 255u],
                         levels[four_levels >> 24]);
}

INLINE void dither_segment(uint* words, global const sample_t* biases, uint steps, uint level_height,
                           global const int* levels) {
    if (SRC_TYPE_ID == U8 && SRC_CHANNELS == 1) {
        uint bias_words[LANES / 4];
        load_unaligned_words(biases, bias_words, LANES / 4);
        for (int n = 0; n < LANES / 4; ++n)
            words[n] = dithered_bytes(words[n], even_bytes(bias_words[n]), odd_bytes(bias_words[n]), steps,
                                      level_height, levels);
    } else if (SRC_TYPE_ID == U8) {
        for (int n = 0; n < SEGMENT_PIXELS; ++n) {
            const uint bias = biases[n] * 0x00010001u, source = words[n];
            words[n] = byte_permute(dithered_bytes(source, bias, bias, steps, level_height, levels), source, 0x7210u);
        }
    } else {
        for (int n = 0; n < LANES / 2; ++n) {
            const uint source = words[n], first = 2 * n, second = first + 1;
            const bool high_half_is_alpha = second % 4 == 3 && SRC_CHANNELS == 4;
            const uint low = dithered(source & 65535u, biases[first / SRC_CHANNELS], steps, level_height, levels);
            const uint high = dithered(source >> 16, biases[second / SRC_CHANNELS], steps, level_height, levels);
            words[n] = word_of_halves(low, high_half_is_alpha ? source >> 16 : high);
        }
    }
}

KERNEL void threshold_matrix_words(global const sample_t* src, global sample_t* dst, global const sample_t* biases,
                                   global const int* levels, int side, int steps, uint level_height, int width,
                                   uint width_reciprocal, uint width_shift, int pixel_count) {
    const uint first = (uint)(get_global_id(1) * get_global_size(0) + get_global_id(0)) * SEGMENT_PIXELS;
    if (first >= (uint)pixel_count) return;
    uint y = divide(first, width_reciprocal, width_shift), x = first - y * (uint)width;
    const uint mask = (uint)side - 1;
    global const sample_t* from = src + (size_t)first * SRC_CHANNELS;
    global sample_t* to = dst + (size_t)first * SRC_CHANNELS;
    if (x + SEGMENT_PIXELS <= (uint)width) {
        segment_words_t segment = load_words(from, LANES);
        dither_segment(segment.words, biases + (y & mask) * BIAS_STRIDE + (x & mask), steps, level_height, levels);
        store_words(segment, to, LANES);
        return;
    }
    for (uint i = 0; i < min((uint)SEGMENT_PIXELS, (uint)pixel_count - first); ++i) {
        const uint bias = biases[(y & mask) * BIAS_STRIDE + (x & mask)];
        for (int c = 0; c < SRC_CHANNELS; ++c) {
            const uint sample = from[i * SRC_CHANNELS + c];
            to[i * SRC_CHANNELS + c] = c == 3 ? sample : dithered(sample, bias, steps, level_height, levels);
        }
        if (++x == (uint)width) x = 0, ++y;
    }
}
