// auto-levels of 8-bit samples: finds the ends of a channel and makes its table, one workgroup a channel.
//
// The ends are the values up to which, and from which on, more samples lie than may be cut off (`darkest`, `lightest`).
// The histogram lies in local memory. A work-item adds up the counts on both sides of its values; exactly one value is
// each end. The work-items of a workgroup share the 256 values out, so that any size will do. After a barrier all
// work-items write entries of the table (stretched_values.clh). histogram/local_banked.cl counts before, and the kernel
// in replicated_tables.clh looks the samples up afterwards. The kernel takes little time beside these two, because it
// reads only counts.
#include "counting/auto_levels/stretched_values.clh"
#include "counting/replicated_tables.clh"

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
