// Inclusive prefix sums, variant "plain": one work-item adds up one channel of a whole line, from its first pixel to
// its last. A sum includes the sample of its own pixel.
//
// A line is a row or a column: its pixels are `pixel_step` samples apart, and lines are `line_step` samples apart. Sums
// of floats are compensated (Kahan 1965): `excess` is what rounding added to the sum, and is subtracted from the next
// sample. For integers it is always 0. An infinite sum has no error: infinity minus infinity is NaN, which would spread
// to all further sums. `integral` sums rows first, and then the columns of that result in place: a work-item loads each
// sum before it overwrites it, and no other work-item reads its line.

KERNEL void prefix_sum_plain(global const sample_t* src, global out_sample_t* dst, int lines, int length, int line_step,
                             int pixel_step) {
    const int line = get_global_id(0) / SRC_CHANNELS, channel = get_global_id(0) % SRC_CHANNELS;
    if (line >= lines) return;
    size_t at = (size_t)line * line_step + channel;
    out_sample_t sum = 0, excess = 0;
    for (int i = 0; i < length; ++i, at += pixel_step) {
        const out_sample_t corrected = src[at] - excess, next = sum + corrected;
        excess = isfinite((float)next) ? (next - sum) - corrected : 0;
        dst[at] = sum = next;
    }
}
