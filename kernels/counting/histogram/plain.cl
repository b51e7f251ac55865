// The histogram, variant "plain": each work-item counts the samples of one pixel by atomics in global memory.
//
// The histogram has a row of 256 bins for gray, or five for red, green, blue, alpha and luma. All its counters must be
// 0 at first. A sample's bin is its value, the upper byte of 16 bits, or floor(256 * sample) of a float.
//
// Races: All work-items increment the same counters, by atomics, whose order does not matter. Only a later command
// loads them.

INLINE uint bin_of(value_t sample) {
    if (SRC_IS_FLOAT) return sample > 0 ? (sample < 1 ? (int)(sample * 256) : 255) : 0; // NaN is not above 0
    return (uint)sample >> (SRC_TYPE_ID == U16 ? 8 : 0);
}

KERNEL void histogram_plain(global const sample_t* src, global uint* histogram, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    global const sample_t* const samples = src + ((size_t)y * width + x) * SRC_CHANNELS;
    for (int c = 0; c < SRC_CHANNELS; ++c) atomic_inc(&histogram[c * 256 + bin_of(samples[c])]);
    if (SRC_CHANNELS == 4) atomic_inc(&histogram[4 * 256 + bin_of(luma(samples[0], samples[1], samples[2]))]);
}
