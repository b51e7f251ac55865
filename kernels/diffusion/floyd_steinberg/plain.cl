// Floyd-Steinberg dithering (1976), variant "plain": one work-item walks over the whole image, row by row.
//
// A pixel adds shares of its neighbours' errors to its value, in 16ths: 7 of the error to the left, and 1, 5 and 3 of
// the errors above. It becomes the nearest level, and what that took away is its own error. `errors` has the errors of
// the row above from x on, those of this row before x, and a 0 at the end. `nearest` has the level of each value, for
// each channel. SEPARATE_SHARES 1 is the rule of a kernel for Mali GPUs: each share is divided separately, white takes
// only the threshold away, and a value is limited only to 2^30.

// weight * error / 16 without an overflow.
INLINE int weighted_error(int weight, int error) { return weight * (error / 16) + weight * (error % 16) / 16; }

KERNEL void floyd_steinberg_plain(global const sample_t* src, global sample_t* dst, global const int* nearest,
                                  global int* errors, int threshold, int width, int height) {
    for (int c = 0; c < COLOUR_CHANNELS; ++c, nearest += SRC_MAX + 1) {
        for (int x = 0; x <= width; ++x) errors[x] = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0, left = 0, above_left = 0; x < width; ++x) {
                const size_t at = ((size_t)y * width + x) * SRC_CHANNELS + c;
                const int above = errors[x], above_right = errors[x + 1];
                if (SEPARATE_SHARES) {
                    const int sum = src[at] + weighted_error(7, left) + weighted_error(1, above_left) +
                                    weighted_error(5, above) + weighted_error(3, above_right);
                    const int value = min(sum, 1 << 30);
                    dst[at] = value > threshold ? SRC_MAX : 0;
                    left = value > threshold ? value - threshold : value;
                } else {
                    const int shares = (7 * left + above_left + 5 * above + 3 * above_right) / 16;
                    const int value = clamp(src[at] + shares, 0, SRC_MAX);
                    dst[at] = nearest[value];
                    left = value - nearest[value];
                }
                errors[x] = left;
                above_left = above;
            }
    }
    if (SRC_CHANNELS == 4)
        for (size_t i = 0; i < (size_t)width * height; ++i) dst[4 * i + 3] = src[4 * i + 3];
}
