// Counts halves of the sort keys of a float image's samples by global atomics, for float_ends/ (float_ends.clh).
//
// Round 0 counts the upper halves, in a table of 65536 counters a channel. Round 1 counts the lower halves of the keys
// whose upper half is that of the sought key, in a table for each end. A work-item counts `share_pixels` neighbouring
// pixels, and equal neighbours become one atomic. The grid may be two-dimensional, and its work-items are numbered row
// by row. The tables must be 0 at first.
//
// Races: All work-items add to the same counters by global atomics, whose order does not matter. Only a later kernel
// loads them.
#include "counting/float_ends.clh"
#include "counting/value_shares.clh"

// The half of a key that a round counts: its upper half, or its lower half if the upper one is the sought key's.
INLINE uint counted_half(float sample, int round_number, uint upper) {
    const uint key = key_of_float(sample);
    if (!isfinite(sample)) return NOT_COUNTED;
    if (round_number == 0) return key >> 16;
    return key >> 16 == upper ? key & 0xffffu : NOT_COUNTED;
}

KERNEL void float_ends_count(global const sample_t* src, global uint* counts, global const uint* ends, int round_number,
                             int pixels, int share_pixels) {
    const size_t begin = (get_global_id(1) * get_global_size(0) + get_global_id(0)) * share_pixels;
    const size_t end = min(begin + share_pixels, (size_t)pixels);
    if (begin >= (size_t)pixels) return;
    // The second round has a table for each end.
    for (int table = 0; table < COLOUR_CHANNELS << round_number; ++table) {
        const int channel = table >> round_number;
        const uint upper = round_number ? ends[table * 2] : 0;
        volatile global uint* const own = counts + table * VALUES;
        uint last = NOT_COUNTED, equal = 0;
        for (size_t i = begin; i < end; ++i) {
            const uint half_key = counted_half(src[i * SRC_CHANNELS + channel], round_number, upper);
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
