// Counts the 65536 values of each colour channel of a 16-bit image, in local memory, for equalize, auto-levels and
// otsu.
//
// Local memory holds only a part of the counters. So several workgroups read the same pixels, once for each colour
// channel, and each counts its part of the values (key_counts.clh). Their counts are added to the histogram in global
// memory, which must be 0 at first. Local atomics end in the compute unit; the global ones of count.cl meet those of
// all workgroups in the cache that they share. The one-dimensional grid has PARTS workgroups for each share of the
// pixels. It serves GPUs with enough local memory; count.cl serves other devices.

INLINE uint key_of_sample(uint sample) { return sample; }
#include "counting/key_counts.clh"

KERNEL void tables_16bit_count_in_parts(global const sample_t* src, global uint* histogram, int pixels) {
    local uint counters[PART_WORDS];
    count_keys(src, histogram, counters, pixels);
}
