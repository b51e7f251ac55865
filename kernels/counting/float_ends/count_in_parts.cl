// Counts the upper halves of the sort keys of a float image's samples, in local memory: the first round of float_ends/.
//
// Local memory holds only a part of the 65536 counters of a channel. So several workgroups read the same pixels, once
// for each colour channel, and each counts its part of the keys (key_counts.clh). float_ends.clh says what the keys are
// for. Local atomics end in the compute unit; the global ones of count.cl meet those of all workgroups in the cache
// that they share. The grid has PARTS workgroups for each share of the pixels. It serves GPUs with enough local memory;
// count.cl serves other devices, and counts in the second round.
#include "counting/float_ends.clh"

// Only finite samples have a key that is counted.
INLINE uint key_of_sample(float sample) { return isfinite(sample) ? key_of_float(sample) >> 16 : NOT_COUNTED; }
#include "counting/key_counts.clh"

KERNEL void float_ends_count_in_parts(global const sample_t* src, global uint* counts, int pixels) {
    local uint counters[PART_WORDS];
    count_keys(src, counts, counters, pixels);
}
