// Ordered dither (Bayer 1973), variant "plain": each work-item compares a pixel with the threshold of its place in the
// matrix. It takes no palette, since it compares each channel by itself.
//
// The image is covered with copies of the matrix, side x side thresholds. A sample times `steps`, the number of levels
// less one, divided by full scale, is a level and a remainder. For integers a threshold is the least remainder that
// takes the next level. For floats it is a share of a step, above 0 and below 1: it is added, and then the fraction is
// cut off. NaN counts as 0. `levels` has the value of each level. blue-noise has a matrix of Ulichney (1993) instead.

#if SRC_IS_FLOAT
INLINE int level_of(float sample, int steps, float threshold) {
    return (int)(fmin(fmax(sample, 0.0f), 1.0f) * (float)steps + threshold);
}
#else
INLINE int level_of(uint sample, int steps, uint threshold) {
    return sample * steps / SRC_MAX + (sample * steps % SRC_MAX >= threshold);
}
#endif

KERNEL void threshold_matrix_plain(global const sample_t* src, global sample_t* dst, global const value_t* thresholds,
                                   global const value_t* levels, int side, int steps, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const size_t at = ((size_t)y * width + x) * SRC_CHANNELS;
    const value_t threshold = thresholds[y % side * side + x % side];
    for (int c = 0; c < COLOUR_CHANNELS; ++c) dst[at + c] = levels[level_of(src[at + c], steps, threshold)];
    if (SRC_CHANNELS == 4) dst[at + 3] = src[at + 3];
}
