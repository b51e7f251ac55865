// auto-levels: the table of each channel from its histogram, one workgroup a channel; floats between their ends.
#include "common.clh"

#if SRC_IS_FLOAT
#include "point_runs.clh"
#include "float_ends.clh"

// Halves, lest the difference of great numbers is infinite.
static inline SRC_SAMPLES stretched(SRC_SAMPLES s, SRC_SAMPLES low, SRC_SAMPLES high) {
    const SRC_SAMPLES inside = (0.5f * s - 0.5f * low) / (0.5f * high - 0.5f * low);
    const SRC_SAMPLES above = select((SRC_SAMPLES)(0.0f), inside, s > low);
    return select(s, select(above, (SRC_SAMPLES)(1.0f), s >= high), high > low);
}
#define LOW_END(channel) low_end(ends, channel)
#define HIGH_END(channel) high_end(ends, channel)
#define STRETCHED(s) stretched(s, FOR_SAMPLES(LOW_END), FOR_SAMPLES(HIGH_END))

KERNEL void auto_levels_stretch(global const SRC_TYPE* src, global DST_TYPE* dst, global const uint* ends,
                                int samples) {
    MAP_RUNS(src, dst, samples, STRETCHED)
}
#else

// a / b, half to even.
static inline uint rounded_ratio(uint a, uint b) {
    const uint whole = a / b, rest = 2 * (a - whole * b);
    return whole + (rest > b || (rest == b && (whole & 1)) ? 1 : 0);
}

#if SRC_TYPE_ID == 1
#define VALUES 65536
// 256 work-items at most, each with a segment of the values.
KERNEL void auto_levels_table_16bit(global const uint* histogram, global ushort* table, uint darkest, uint lightest) {
    local uint counts[256];
    local uint ends[2];
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    const int each = (VALUES + items - 1) / items, begin = item * each, end = min(begin + each, VALUES);
    histogram += channel * VALUES;
    uint count = 0, below = 0;
    for (int i = begin; i < end; ++i) count += histogram[i];
    counts[item] = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint pixels = 0;
    for (int i = 0; i < items; ++i) {
        if (i == item) below = pixels;
        pixels += counts[i];
    }
    for (int i = begin; i < end; ++i) {
        const uint own = histogram[i], from = pixels - below;
        if (below + own > darkest && below <= darkest) ends[0] = i;
        if (from > lightest && from - own <= lightest) ends[1] = i;
        below += own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = ends[0], high = ends[1];
    for (uint j = begin; j < (uint)end; ++j) {
        uint value = j;
        if (high > low) value = j <= low ? 0 : j >= high ? 65535 : rounded_ratio(65535 * (j - low), high - low);
        table[channel * VALUES + j] = (ushort)value;
    }
}
#else
KERNEL void auto_levels_table(global const uint* histogram, global uchar* table, uint darkest, uint lightest) {
    local uint counts[256];
    local uint ends[2];
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    for (int j = item; j < 256; j += items) counts[j] = histogram[channel * 256 + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    // Those values are an end at which the sum first exceeds what may be cut off.
    for (int j = item; j < 256; j += items) {
        uint up_to = 0, from = 0;
        for (int i = 0; i < 256; ++i) {
            if (i <= j) up_to += counts[i];
            if (i >= j) from += counts[i];
        }
        if (up_to > darkest && up_to - counts[j] <= darkest) ends[0] = j;
        if (from > lightest && from - counts[j] <= lightest) ends[1] = j;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = ends[0], high = ends[1];
    for (uint j = item; j < 256; j += items) {
        uint value = j;
        if (high > low) value = j <= low ? 0 : j >= high ? 255 : rounded_ratio(255 * (j - low), high - low);
        table[channel * 256 + j] = (uchar)value;
    }
}
#endif
#endif
