// auto-levels of 16-bit samples: finds the ends of a channel and makes its table, one workgroup a channel.
//
// The ends are the values up to which, and from which on, more samples lie than may be cut off (`darkest`, `lightest`).
// Each work-item has a share of the 65536 values (value_shares.clh). The sums of the shares meet in local memory, and a
// work-item finds an end that lies in its share with a running sum. After a barrier it writes the entries of its share
// (stretched_values.clh). The kernels of tables_16bit/ count before, and look the samples up afterwards.
#include "counting/auto_levels/stretched_values.clh"
#include "counting/value_shares.clh"

KERNEL void auto_levels_table_16bit(global const uint* histogram, global ushort* table, uint darkest, uint lightest) {
    local uint counts[MAX_ITEMS];
    local uint ends[2];
    const int item = get_local_id(0), channel = get_group_id(0);
    const value_share_t share = own_share();
    histogram += channel * VALUES;
    uint count = 0;
    for (int i = share.begin; i < share.end; ++i) count += histogram[i];
    counts[item] = count;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint pixels = 0, below = 0;
    for (int i = 0; i < (int)get_local_size(0); ++i) {
        if (i == item) below = pixels;
        pixels += counts[i];
    }
    for (int i = share.begin; i < share.end; ++i) {
        const uint own = histogram[i], from = pixels - below;
        if (below + own > darkest && below <= darkest) ends[0] = i;
        if (from > lightest && from - own <= lightest) ends[1] = i;
        below += own;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint low = ends[0], high = ends[1];
    for (int i = share.begin; i < share.end; ++i) table[channel * VALUES + i] = (ushort)stretched(i, low, high);
}
