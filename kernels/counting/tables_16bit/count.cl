// Counts the 65536 values of each colour channel of a 16-bit image by global atomics, for equalize, auto-levels and
// otsu.
//
// A work-item counts `share_pixels` neighbouring pixels of the image, which is one long line here. Work-items are
// numbered row by row of the grid. Equal samples that follow each other cost one atomic_add together, to the histogram
// in global memory (65536 counters for each channel). A fill sets the histogram to 0 before. Channels are counted one
// after the other, so that a work-item holds one value and one count; the pixels meanwhile stay in the cache. Alpha is
// skipped. It serves CPUs, whose caches hold the counters, and GPUs with too little local memory for count_in_parts.cl.
//
// Races: All work-items add to the same counters by global atomics, whose order does not matter. Only a later kernel
// loads them.

KERNEL void tables_16bit_count(global const sample_t* src, global uint* histogram, int pixels, int share_pixels) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * share_pixels;
    const size_t end = min(begin + share_pixels, (size_t)pixels);
    if (begin >= (size_t)pixels) return;
    for (int channel = 0; channel < COLOUR_CHANNELS; ++channel) {
        volatile global uint* const counts = histogram + channel * 65536;
        sample_t last = src[begin * SRC_CHANNELS + channel];
        uint equal = 0;
        for (size_t i = begin; i < end; ++i) {
            const sample_t sample = src[i * SRC_CHANNELS + channel];
            if (sample != last) {
                atomic_add(counts + last, equal);
                last = sample;
                equal = 0;
            }
            ++equal;
        }
        atomic_add(counts + last, equal);
    }
}
