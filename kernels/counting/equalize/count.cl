// equalize, the first step: count the values of each colour channel of an 8-bit image. auto-levels and otsu use it,
// too.
//
// All workgroups share the image out in chunks of 16 bytes (counting.clh). Each counts in a banked table in local
// memory (banked_table.clh), and adds it to the sums in global memory by atomics. The last one leaves the result, so
// that no second kernel is needed (table_sums.clh). Alpha and luma are not counted. The grid is one-dimensional, of a
// few workgroups per compute unit. The kernels of tables_16bit/ count 16-bit images.
// core/filters/counting/histogram_luts.h makes the plan of all three steps.
#include "prelude/prelude.clh"
#include "counting/counting.clh"
#include "counting/banked_table.clh"
#include "counting/table_sums.clh"

KERNEL void equalize_count(global const pixel_t* src, global uint* histogram, global uint* sums, int pixels) {
    local uint table[BINS * BANKS];
    local uint ticket;
    count_in_banks(src, pixels, table);
    add_to_sums(table, sums, histogram, &ticket);
}
