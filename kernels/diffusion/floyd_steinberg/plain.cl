// Floyd-Steinberg dithering (1976), variant "plain": one work-item walks over the whole image, row by row.
//
// A pixel becomes the nearest level. Its error goes on in 16ths: 7 to the pixel on its right, and 3, 5 and 1 to those
// below. `errors` has the errors of the row above, and those of this row behind x. errors[x + 1] is that of column x,
// so that both ends may be read; they stay 0. `nearest` has the level of each value, for each channel. With ARTICLE 1,
// each share is divided by itself, white takes only the threshold away, and nothing is clamped up to 2^30.

// weight error / 16 without an overflow.
INLINE int weighted_error(int weight, int error) { return weight * (error / 16) + weight * (error % 16) / 16; }

KERNEL void floyd_steinberg_plain(global const sample_t* src, global sample_t* dst, global const int* nearest,
                                  global int* errors, int threshold, int width, int height) {
    for (int c = 0; c < COLOUR_CHANNELS; ++c, nearest += SRC_MAX + 1) {
        for (int x = 0; x < width + 2; ++x) errors[x] = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0, left = 0, above_left = 0; x < width; ++x) {
                const size_t at = ((size_t)y * width + x) * SRC_CHANNELS + c;
                const int above = errors[x + 1], above_right = errors[x + 2];
                int value = src[at] + (7 * left + 3 * above_right + 5 * above + above_left) / 16;
                if (ARTICLE) {
                    value = min(src[at] + weighted_error(7, left) + weighted_error(3, above_right) +
                                    weighted_error(5, above) + weighted_error(1, above_left),
                                1 << 30);
                    dst[at] = value > threshold ? SRC_MAX : 0;
                    left = value > threshold ? value - threshold : value;
                } else {
                    value = clamp(value, 0, SRC_MAX);
                    dst[at] = nearest[value];
                    left = value - nearest[value];
                }
                errors[x + 1] = left;
                above_left = above;
            }
    }
    for (size_t i = 0; SRC_CHANNELS == 4 && i < (size_t)width * height; ++i) dst[4 * i + 3] = src[4 * i + 3];
}
