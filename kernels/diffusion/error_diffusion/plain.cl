// Error diffusion with any matrix, variant "plain": one work-item walks over the whole image, row by row.
//
// A pixel adds shares of errors to its value: of two pixels to its left, and of five in each of the two rows above. It
// becomes the nearest level, and what that took away is its own error. `matrix` says where a pixel's error goes: it has
// the weights of x + 1 and x + 2. Those of x - 2 to x + 2 follow, one row below and then two rows below. So the error
// of column x + i has the weight of x - i. `nearest` has the level of each value. `errors` has the errors of three
// rows, each with two zeros at both ends.

KERNEL void error_diffusion_plain(global const sample_t* src, global sample_t* dst, global const int* nearest,
                                  constant int* matrix, int divisor, global int* errors, int width, int height) {
    const int pitch = width + 4;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        for (int i = 0; i < 3 * pitch; ++i) errors[i] = 0;
        for (int y = 0; y < height; ++y) {
            global int *const own = errors + y % 3 * pitch + 2, *const above = errors + (y + 2) % 3 * pitch + 2;
            global int* const second = errors + (y + 1) % 3 * pitch + 2; // two rows above
            for (int x = 0; x < width; ++x) {
                const size_t at = ((size_t)y * width + x) * SRC_CHANNELS + c;
                int sum = matrix[0] * own[x - 1] + matrix[1] * own[x - 2];
                for (int i = -2; i <= 2; ++i) sum += matrix[4 - i] * above[x + i] + matrix[9 - i] * second[x + i];
                const int value = clamp((int)src[at] + sum / divisor, 0, SRC_MAX), level = nearest[value];
                dst[at] = level;
                own[x] = value - level;
            }
        }
    }
    if (SRC_CHANNELS == 4)
        for (size_t i = 0; i < (size_t)width * height; ++i) dst[4 * i + 3] = src[4 * i + 3];
}
