// What filters share that count each colour channel of a 16-bit image, make a table of the counts and look every sample
// up in it: the count, by atomics in global memory or in parts in local memory, and the look-up. Tables have 65536
// entries a channel.
#include "common.clh"

static inline uint key_of_sample(uint sample) { return sample; }
#include "key_counts.clh"

KERNEL void tables_16bit_count_in_parts(global const SRC_TYPE* src, global uint* histogram, int pixels) {
    local uint counters[PART_KEYS / 2];
    count_keys(src, histogram, counters, pixels);
}

// `run` neighbouring pixels a work-item: samples that are alike are counted once.
KERNEL void tables_16bit_count(global const SRC_TYPE* src, global uint* histogram, int pixels, int run) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * run;
    const size_t end = min(begin + run, (size_t)pixels);
    if (begin >= (size_t)pixels) return;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
        volatile global uint* const counts = histogram + c * 65536;
        SRC_TYPE last = src[begin * SRC_CHANNELS + c];
        uint alike = 0;
        for (size_t i = begin; i < end; ++i) {
            const SRC_TYPE sample = src[i * SRC_CHANNELS + c];
            if (sample != last) {
                atomic_add(counts + last, alike);
                last = sample;
                alike = 0;
            }
            ++alike;
        }
        atomic_add(counts + last, alike);
    }
}

KERNEL void tables_16bit_look_up(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const ushort* table,
                                 int pixels) {
    const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
    if (i >= (size_t)pixels) return;
    const SRC_PIXEL s = src[i];
#if SRC_CHANNELS == 4
    dst[i] = (DST_PIXEL)(table[s.x], table[65536 + s.y], table[131072 + s.z], s.w);
#else
    dst[i] = table[s];
#endif
}
