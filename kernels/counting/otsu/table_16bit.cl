// otsu of 16-bit samples: the table of each channel, from its histogram of 65536 values (Otsu 1979).
//
// One workgroup of at most 256 work-items makes the table of a channel, each work-item a share of it
// (value_shares.clh). The kernels of tables_16bit/ count before, and look the samples up afterwards. After the sums of
// the shares have met in local memory, a work-item goes through its share with running sums, and finds its best
// threshold. Each work-item then takes the best of all shares, the first among equal ones, and writes its entries.
#include "counting/otsu/otsu.clh"
#include "counting/value_shares.clh"

KERNEL void otsu_table_16bit(global const uint* histogram, global ushort* table, int inverted) {
    local ulong counts[MAX_ITEMS], sums[MAX_ITEMS], variances[MAX_ITEMS];
    local int thresholds[MAX_ITEMS];
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    const value_share_t share = own_share();
    histogram += channel * VALUES;
    ulong count = 0, sum = 0;
    for (int i = share.begin; i < share.end; ++i) {
        count += histogram[i];
        sum += (ulong)histogram[i] * i;
    }
    counts[item] = count;
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    ulong low_count = 0, low_sum = 0, maximum = 0;
    count = sum = 0;
    for (int i = 0; i < items; ++i) {
        if (i == item) low_count = count, low_sum = sum;
        count += counts[i];
        sum += sums[i];
    }
    int best = 0;
    for (int i = share.begin; i < share.end; ++i) {
        low_count += histogram[i];
        low_sum += (ulong)histogram[i] * i;
        const ulong variance = variance_between(count, sum, low_count, low_sum);
        if (variance > maximum) maximum = variance, best = i;
    }
    variances[item] = maximum;
    thresholds[item] = best;
    barrier(CLK_LOCAL_MEM_FENCE);

    maximum = 0;
    best = 0;
    for (int i = 0; i < items; ++i)
        if (variances[i] > maximum) maximum = variances[i], best = thresholds[i];
    for (int i = share.begin; i < share.end; ++i)
        table[channel * VALUES + i] = (i > best) != (inverted != 0) ? 65535 : 0;
}
