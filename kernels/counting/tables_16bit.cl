// The count and the look-up of 16-bit images, for equalize, auto-levels and otsu, which make a table in between.
//
// A histogram and a table have 65536 entries a colour channel, too many for local memory. There are two ways to count.
// One has parts of the counters in local memory, and reads the image once for each part (key_counts.clh). The other has
// a work-item count `run` neighbouring pixels by atomics in global memory, equal neighbours by one atomic. It serves
// CPUs, and devices with little local memory. The look-up reads the table from global memory, one pixel a work-item;
// alpha is copied. core/filters/counting/histogram_luts.h makes the passes.

INLINE uint key_of_sample(uint sample) { return sample; }
#include "key_counts.clh"

KERNEL void tables_16bit_count_in_parts(global const sample_t* src, global uint* histogram, int pixels) {
    local uint counters[PART_WORDS];
    count_keys(src, histogram, counters, pixels);
}

KERNEL void tables_16bit_count(global const sample_t* src, global uint* histogram, int pixels, int run) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * run;
    const size_t end = min(begin + run, (size_t)pixels);
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

KERNEL void tables_16bit_look_up(global const pixel_t* src, global out_pixel_t* dst, global const ushort* table,
                                 int pixels) {
    const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    if (i >= (size_t)pixels) return;
    const pixel_t source = src[i];
#if SRC_CHANNELS == 4
    dst[i] = (out_pixel_t)(table[source.x], table[65536 + source.y], table[2 * 65536 + source.z], source.w);
#else
    dst[i] = table[source];
#endif
}
