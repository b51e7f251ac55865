// Order statistics of a float image's colour channels: the low end, behind a number of samples that are less, and the
// high end, before a number of samples that are greater.
//
// A sample's sort key has 32 bits (float_ends.clh), too many for a table of counts. A radix selection finds the key in
// two rounds. The first counts the upper halves of all keys in a table of 65536 counters, and finds the upper half of
// the sought key there. The second counts the lower halves of the keys with that upper half. Counting uses atomics in
// global memory, or in the first round parts of the table in local memory (key_counts.clh). One workgroup finds one
// end, each work-item in a segment of the counts (value_segments.clh).
//
// `ends` has two words for each end: the key, as far as it is known, and how many of the samples that the next round
// counts come before the sought one. core/filters/counting/float_ends.cpp makes the passes.
#include "float_ends.clh"
#include "value_segments.clh"

#define NOT_COUNTED 0xffffffffu

// The key that key_counts.clh counts. Only finite samples have one.
INLINE uint key_of_sample(float sample) { return isfinite(sample) ? key_of_float(sample) >> 16 : NOT_COUNTED; }
#include "key_counts.clh"

KERNEL void float_ends_count_in_parts(global const sample_t* src, global uint* counts, int pixels) {
    local uint counters[PART_WORDS];
    count_keys(src, counts, counters, pixels);
}

// The half of a key that round `lower` counts: its upper half, or its lower half if the upper one is the sought key's.
INLINE uint counted_half(float sample, int lower, uint upper) {
    const uint key = key_of_float(sample);
    if (!isfinite(sample)) return NOT_COUNTED;
    if (lower == 0) return key >> 16;
    return key >> 16 == upper ? key & 0xffffu : NOT_COUNTED;
}

// A work-item counts `run` neighbouring pixels, and equal neighbours by one atomic.
KERNEL void float_ends_count(global const sample_t* src, global uint* counts, global const uint* ends, int lower,
                             int pixels, int run) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * run;
    const size_t end = min(begin + run, (size_t)pixels);
    if (begin >= (size_t)pixels) return;
    // The second round has a table for each end.
    for (int table = 0; table < COLOUR_CHANNELS << lower; ++table) {
        const int channel = table >> lower;
        const uint upper = lower ? ends[table * 2] : 0;
        volatile global uint* const own = counts + table * VALUES;
        uint last = NOT_COUNTED, equal = 0;
        for (size_t i = begin; i < end; ++i) {
            const uint half_key = counted_half(src[i * SRC_CHANNELS + channel], lower, upper);
            if (half_key != last) {
                if (last != NOT_COUNTED) atomic_add(own + last, equal);
                last = half_key;
                equal = 0;
            }
            ++equal;
        }
        if (last != NOT_COUNTED) atomic_add(own + last, equal);
    }
}

// The low end is sought from the least value on, the high one from the greatest.
INLINE uint count_at(global const uint* counts, int i, bool is_high) { return counts[is_high ? VALUES - 1 - i : i]; }

KERNEL void float_ends_find(global const uint* counts, global uint* ends, int lower, uint darkest, uint lightest) {
    local uint sums[MAX_SEGMENTS];
    const int item = get_local_id(0), number = get_group_id(0);
    const segment_t segment = own_segment();
    const bool is_high = number & 1;
    counts += (lower ? number : number / 2) * VALUES;
    const uint skipped = lower ? ends[number * 2 + 1] : is_high ? lightest : darkest;
    const uint upper = lower ? ends[number * 2] << 16 : 0;
    uint sum = 0;
    for (int i = segment.begin; i < segment.end; ++i) sum += count_at(counts, i, is_high);
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);

    uint before = 0, all = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i) {
        if (i == item) before = all;
        all += sums[i];
    }
    if (all <= skipped && item == 0) {
        // No number has this key.
        ends[number * 2] = lower ? 0xffffffffu : 0xffffu;
        ends[number * 2 + 1] = 0xffffffffu;
    }
    if (before > skipped || before + sum <= skipped) return;
    for (int i = segment.begin; i < segment.end; ++i) {
        const uint count = count_at(counts, i, is_high);
        if (before + count > skipped) {
            ends[number * 2] = upper | (uint)(is_high ? VALUES - 1 - i : i);
            ends[number * 2 + 1] = skipped - before;
            return;
        }
        before += count;
    }
}
