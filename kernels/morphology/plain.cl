// Morphology (Serra 1982), variant "plain": each work-item looks at every pixel of the window around its own.
//
// `halves` has, for each of the window's 2 radius + 1 rows, how far it reaches to the left and right. Pixels beyond the
// edge are in no window. A dilation takes the maximum; INVERTED_KEYS inverts the keys, and it becomes an erosion
// (prelude/sort_keys.clh). A second kernel subtracts two results, for the gradient and both hats.
#include "prelude/rounding.clh"
#include "prelude/sort_keys.clh"

KERNEL void morphology_plain(global const pixel_t* src, global pixel_t* dst, constant int* halves, int width,
                             int height, int radius) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = (size_t)y * width + x;
    sort_key_t found = sort_key(src[at]);
    for (int j = max(-radius, -y); j <= min(radius, height - 1 - y); ++j) {
        const int reach = halves[j + radius];
        for (int i = max(x - reach, 0); i <= min(x + reach, width - 1); ++i)
            found = max(found, sort_key(src[(size_t)(y + j) * width + i]));
    }
    dst[at] = with_alpha_of(src[at], pixel_of_key(found));
}

// The difference of two results, times the gain, with the alpha of the source.
KERNEL void morphology_plain_difference(global const sample_t* src, global const sample_t* greater,
                                        global const sample_t* less, global sample_t* dst, int width, int height,
                                        int gain) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = ((size_t)y * width + x) * SRC_CHANNELS;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        const value_t difference = (value_t)(greater[at + c] - less[at + c]) * gain;
        dst[at + c] = SRC_IS_FLOAT ? difference : min(difference, (value_t)SRC_MAX);
    }
    if (SRC_CHANNELS == 4) dst[at + 3] = src[at + 3];
}
