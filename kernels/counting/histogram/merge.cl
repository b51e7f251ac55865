// The sum of many tables, for the histograms that leave one table a workgroup or one a work-item.
//
// A column of work-items adds up one bin, and neighbouring columns take neighbouring bins, so that the loads are
// coalesced. The rows of a workgroup take every table in turn, and their sums meet in local memory. Several workgroups
// in the second dimension make one table each, from a share of the tables. A second launch then adds these up, which
// keeps the device busy where tables are many. The grid is BINS work-items wide. MERGE_ITEMS is the number of
// work-items of a workgroup: 32 columns, and up to 32 rows on GPUs or one on CPUs.
#include "counting/counting.clh"

KERNEL void histogram_merge(global const uint* partial, global uint* merged, int tables) {
    local uint sums[MERGE_ITEMS];
    const int bin = get_global_id(0);
    const int column = get_local_id(0), columns = get_local_size(0);
    const int row = get_local_id(1), rows = get_local_size(1);
    const size_t share = get_group_id(1), shares = get_num_groups(1);
    const int begin = tables * share / shares, end = tables * (share + 1) / shares;

    uint sum = 0;
    for (int table = begin + row; table < end; table += rows) sum += partial[(size_t)table * BINS + bin];
    sums[row * columns + column] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (row != 0) return;
    for (int other = 1; other < rows; ++other) sum += sums[other * columns + column];
    merged[share * BINS + bin] = sum;
}
