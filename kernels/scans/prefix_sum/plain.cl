// Prefix sums, variant "plain": one work-item adds up one channel of a whole line, from its first pixel to its last.
//
// A line is a row or a column: its pixels are `step` samples apart. What rounding took from a sum of floats is added to
// the next sample (Kahan 1965). For integers it is always 0. `integral` sums rows first, and then the columns of that
// result in place: a work-item loads each sum before it overwrites it, and no other work-item reads its line.

KERNEL void prefix_sum_plain(global const sample_t* src, global out_sample_t* dst, int lines, int length, int next_line,
                             int step) {
    const int line = get_global_id(0) / SRC_CHANNELS, channel = get_global_id(0) % SRC_CHANNELS;
    if (line >= lines) return;
    size_t at = (size_t)line * next_line + channel;
    out_sample_t sum = 0, lost = 0;
    for (int i = 0; i < length; ++i, at += step) {
        const out_sample_t wanted = src[at] - lost, next = sum + wanted;
        lost = isfinite((float)next) ? (next - sum) - wanted : 0;
        dst[at] = sum = next;
    }
}
