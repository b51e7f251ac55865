// Order statistics of a float image's colour channels: the sample behind so many that are less, and the one before so
// many that are greater. Samples have keys of 32 bits of the same order; the upper half of the one that is sought is
// found in a table of counts of all upper halves, then the lower half in one of the lower halves that go with it.
//
// ends: for each channel its low and its high end, two words each: the key, as far as it is known, and how many of the
// samples that were counted for it come before the one sought.
#include "common.clh"

#define VALUES 65536
#define NOT_COUNTED 0xffffffffu

static inline uint key_of(float sample) {
    const uint bits = as_uint(sample);
    return bits ^ ((0u - (bits >> 31)) | 0x80000000u);
}

static inline uint key_of_sample(float sample) { return isfinite(sample) ? key_of(sample) >> 16 : 0xffffffffu; }
#include "key_counts.clh"

// The upper halves, in local memory.
KERNEL void float_ends_count_in_parts(global const SRC_TYPE* src, global uint* counts, int pixels) {
    local uint counters[PART_KEYS / 2];
    count_keys(src, counts, counters, pixels);
}

// Neighbours that are alike are counted once. Only finite samples are.
KERNEL void float_ends_count(global const SRC_TYPE* src, global uint* counts, global const uint* ends, int lower,
                             int pixels, int run) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * run;
    const size_t end = min(begin + run, (size_t)pixels);
    if (begin >= (size_t)pixels) return;
    for (int table = 0; table < COLOUR_CHANNELS << lower; ++table) {
        const int channel = table >> lower;
        const uint upper = lower ? ends[table * 2] : 0;
        volatile global uint* const own = counts + table * VALUES;
        uint last = NOT_COUNTED, alike = 0;
        for (size_t i = begin; i < end; ++i) {
            const float sample = src[i * SRC_CHANNELS + channel];
            const uint key = key_of(sample);
            uint value = NOT_COUNTED;
            if (isfinite(sample)) value = lower == 0 ? key >> 16 : key >> 16 == upper ? key & 0xffffu : NOT_COUNTED;
            if (value != last) {
                if (last != NOT_COUNTED) atomic_add(own + last, alike);
                last = value;
                alike = 0;
            }
            ++alike;
        }
        if (last != NOT_COUNTED) atomic_add(own + last, alike);
    }
}

// A workgroup of 256 at most finds one end, the low one from the least value on, the high one from the greatest.
KERNEL void float_ends_find(global const uint* counts, global uint* ends, int lower, uint darkest, uint lightest) {
    local uint sums[256];
    const int items = get_local_size(0), item = get_local_id(0), number = get_group_id(0);
    const int each = (VALUES + items - 1) / items, begin = min(item * each, VALUES), end = min(begin + each, VALUES);
    const int is_high = number & 1;
    counts += (lower ? number : number / 2) * VALUES;
    const uint skipped = lower ? ends[number * 2 + 1] : is_high ? lightest : darkest;
    const uint upper = lower ? ends[number * 2] << 16 : 0;
#define COUNT_OF(i) counts[is_high ? VALUES - 1 - (i) : (i)]
    uint sum = 0;
    for (int i = begin; i < end; ++i) sum += COUNT_OF(i);
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    uint before = 0, all = 0;
    for (int i = 0; i < items; ++i) {
        if (i == item) before = all;
        all += sums[i];
    }
    if (all <= skipped && item == 0) {
        // No number has this key.
        ends[number * 2] = lower ? 0xffffffffu : 0xffffu;
        ends[number * 2 + 1] = 0xffffffffu;
    }
    if (before > skipped || before + sum <= skipped) return;
    for (int i = begin; i < end; before += COUNT_OF(i), ++i)
        if (before + COUNT_OF(i) > skipped) {
            ends[number * 2] = upper | (uint)(is_high ? VALUES - 1 - i : i);
            ends[number * 2 + 1] = skipped - before;
            return;
        }
}
