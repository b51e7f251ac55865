// equalize, the first step: work-items count the colour channels of an 8-bit image in a banked table in local memory
// (banked_table.clh). The plain kernel uses atomics in global memory. auto-levels and otsu use it, too.
//
// All workgroups share the image out in chunks of 16 bytes (counting.clh). The last one leaves the sum of all tables,
// so that no second kernel is needed. Alpha and luma are not counted. The grid is one-dimensional, of a few workgroups
// per compute unit. core/filters/counting/histogram_luts.h makes the plan of all three steps.
#include "counting/counting.clh"
#include "counting/banked_table.clh"

KERNEL void equalize_count(global const pixel_t* src, global uint* histogram, global uint* sums, int pixels) {
    local uint table[BINS * BANKS];
    local uint ticket;
    count_in_banks(src, pixels, table);
    add_to_sums(table, sums, histogram, &ticket);
}
