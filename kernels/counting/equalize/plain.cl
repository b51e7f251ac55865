// equalize, variant "plain": work-items count the values of all pixels, make a table for each channel, and look it up.
//
// A value becomes the share of the samples up to it, without those of the first value that occurs; an only value stays.
// 16 bits round this quotient half to even. 8 bits do as OpenCV: they multiply by 255 / count in floats, so that the
// count is rounded to a float, too. OpenCL's own division of floats is inexact: here integers divide. `| 1` stands for
// all the bits that their quotient lacks (a sticky bit), so that it becomes the nearest float.
//
// Races: All work-items increment the same counters, by atomics, whose order does not matter. Later launches load them.
#include "prelude/rounding.clh"

KERNEL void equalize_plain_count(global const sample_t* src, global uint* counts, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    for (int c = 0; c < COLOUR_CHANNELS; ++c)
        atomic_inc(&counts[c * (SRC_MAX + 1) + src[((size_t)y * width + x) * SRC_CHANNELS + c]]);
}

KERNEL void equalize_plain_table(global const uint* counts, global sample_t* table, uint pixels) {
    counts += get_global_id(0) * (SRC_MAX + 1), table += get_global_id(0) * (SRC_MAX + 1);
    int first = 0;
    while (counts[first] == 0) ++first;
    const ulong above_first = pixels - counts[first], divisor = max(above_first, 1ul);
    const float scale = ldexp((float)((255ul << 54) / (ulong)(float)divisor | 1), -54);
    ulong sum = 0;
    for (int value = 0; value <= SRC_MAX; ++value) {
        if (value > first) sum += counts[value];
        const ulong quotient = 65535 * sum / divisor, rest = 2 * (65535 * sum % divisor);
        const ulong rounded = quotient + (rest > divisor || (rest == divisor && quotient % 2));
        table[value] = above_first == 0 ? value : SRC_TYPE_ID == U8 ? to_out((float)sum * scale) : rounded;
    }
}

KERNEL void equalize_plain_look_up(global const sample_t* src, global sample_t* dst, global const sample_t* table,
                                   int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = ((size_t)y * width + x) * SRC_CHANNELS;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) dst[at + c] = table[c * (SRC_MAX + 1) + src[at + c]];
    if (SRC_CHANNELS == 4) dst[at + 3] = src[at + 3];
}
