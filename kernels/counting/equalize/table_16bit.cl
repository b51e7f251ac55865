// The table that equalizes a channel of 16-bit samples, from the counts of its 65536 values.
//
// A value becomes the share of the samples up to it: the running sum of the counts, without that of the first value
// that occurs, over all other samples. Integers of 64 bits hold the products, so that no count is rounded. One
// workgroup of at most 256 work-items makes the table of a channel, each work-item a share of it (value_shares.clh).
// The grid has a workgroup for each colour channel. The kernels of tables_16bit/ count before, and look the samples up
// afterwards.
#include "counting/value_shares.clh"

// a / b, rounded half to even.
INLINE ulong rounded_ratio(ulong a, ulong b) {
    const ulong whole = a / b, rest = 2 * (a - whole * b);
    return whole + (rest > b || (rest == b && (whole & 1)) ? 1 : 0);
}

KERNEL void equalize_table_16bit(global const uint* histogram, global ushort* table) {
    local uint counts[MAX_ITEMS];    // the samples in each share
    local uint of_lowest[MAX_ITEMS]; // those with the lowest value that occurs in the share
    const int item = get_local_id(0), channel = get_group_id(0);
    const value_share_t share = own_share();
    histogram += channel * VALUES;
    uint count = 0, lowest = 0;
    for (int i = share.begin; i < share.end; ++i) {
        if (count == 0) lowest = histogram[i];
        count += histogram[i];
    }
    counts[item] = count;
    of_lowest[item] = lowest;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint pixels = 0, first = 0, sum = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i) {
        if (i == item) sum = pixels;
        if (pixels == 0) first = of_lowest[i];
        pixels += counts[i];
    }
    for (int i = share.begin; i < share.end; ++i) {
        sum += histogram[i];
        const ulong value = sum > first ? rounded_ratio(65535ul * (sum - first), pixels - first) : 0;
        table[channel * VALUES + i] = first == pixels ? (ushort)i : (ushort)value;
    }
}
