// auto-levels: stretches each colour channel so that its darkest samples are black and its lightest white.
//
// The ends of a channel are the values up to which, and from which on, more samples lie than may be cut off. Integers:
// the kernels of equalize or tables_16bit.cl count the values and look the results up. In between, one workgroup a
// channel finds both ends in the histogram and makes the table. With 256 values a work-item adds up the counts on both
// sides of a value, in local memory. With 65536 each work-item has a segment of them (value_segments.clh). Floats:
// float_ends.cl finds the ends, and work-items stretch runs of samples between them (point/sample_runs.clh).

#if SRC_IS_FLOAT
#include "sample_runs.clh"
#include "float_ends.clh"

INLINE void stretch_run(global const sample_t* src, global out_sample_t* dst, floats_t low, floats_t high, int left) {
    const floats_t s = load_samples(src, left);
    // Halves, lest the difference of large numbers is infinite.
    const floats_t inside = (0.5f * s - 0.5f * low) / (0.5f * high - 0.5f * low);
    const floats_t above_low = select((floats_t)(0.0f), inside, s > low);
    const floats_t stretched = select(above_low, (floats_t)(1.0f), s >= high);
    store_mapped(select(s, stretched, high > low), s, dst, left);
}

KERNEL void auto_levels_stretch(global const sample_t* src, global out_sample_t* dst, global const uint* ends,
                                int samples) {
    const floats_t low = in_all_pixels(low_ends(ends)), high = in_all_pixels(high_ends(ends));
    const own_runs_t own = own_runs(samples);
    src += own.begin, dst += own.begin;
    int i = 0;
    for (; i < own.whole; i += LANES) stretch_run(src + i, dst + i, low, high, LANES);
    for (; i < own.length; i += LANES) stretch_run(src + i, dst + i, low, high, own.left - i);
}
#else

// a / b, rounded half to even.
INLINE uint rounded_ratio(uint a, uint b) {
    const uint whole = a / b, rest = 2 * (a - whole * b);
    return whole + (rest > b || (rest == b && (whole & 1)) ? 1 : 0);
}

// The result for a value. A channel without a range does not change.
INLINE uint stretched(uint value, uint low, uint high) {
    const uint full = SRC_MAX;
    if (high <= low) return value;
    return value <= low ? 0 : value >= high ? full : rounded_ratio(full * (value - low), high - low);
}

#if SRC_TYPE_ID == U16
#include "value_segments.clh"

KERNEL void auto_levels_table_16bit(global const uint* histogram, global ushort* table, uint darkest, uint lightest) {
    local uint counts[MAX_SEGMENTS];
    local uint ends[2];
    const int item = get_local_id(0), channel = get_group_id(0);
    const segment_t segment = own_segment();
    histogram += channel * VALUES;
    uint count = 0;
    for (int i = segment.begin; i < segment.end; ++i) count += histogram[i];
    counts[item] = count;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint pixels = 0, below = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i) {
        if (i == item) below = pixels;
        pixels += counts[i];
    }
    for (int i = segment.begin; i < segment.end; ++i) {
        const uint own = histogram[i], from = pixels - below;
        if (below + own > darkest && below <= darkest) ends[0] = i;
        if (from > lightest && from - own <= lightest) ends[1] = i;
        below += own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = ends[0], high = ends[1];
    for (int i = segment.begin; i < segment.end; ++i) table[channel * VALUES + i] = (ushort)stretched(i, low, high);
}
#else
KERNEL void auto_levels_table(global const uint* histogram, global uchar* table, uint darkest, uint lightest) {
    local uint counts[256];
    local uint ends[2];
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    for (int value = item; value < 256; value += items) counts[value] = histogram[channel * 256 + value];
    barrier(CLK_LOCAL_MEM_FENCE);
    // An end is the value at which the sum first exceeds what may be cut off.
    for (int value = item; value < 256; value += items) {
        uint up_to = 0, from = 0;
        for (int i = 0; i < 256; ++i) {
            if (i <= value) up_to += counts[i];
            if (i >= value) from += counts[i];
        }
        if (up_to > darkest && up_to - counts[value] <= darkest) ends[0] = value;
        if (from > lightest && from - counts[value] <= lightest) ends[1] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = ends[0], high = ends[1];
    for (int value = item; value < 256; value += items)
        table[channel * 256 + value] = (uchar)stretched(value, low, high);
}
#endif
#endif
