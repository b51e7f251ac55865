// equalize, the third step: each workgroup copies the tables of all colour channels to local memory, and looks 8-bit
// samples up there in chunks of 16 bytes (replicated_tables.clh). The plain kernel reads global memory sample by
// sample. auto-levels and otsu use it, too.
//
// The tables have REPLICAS interleaved copies, so that the work-items of a warp read different memory banks. The grid
// has a few workgroups per compute unit, so that a copy of the tables serves many pixels. `table` has 256 entries for
// each colour channel, and BIN_ROWS is the number of these: 1 for gray, 3 for RGBA. Defines: REPLICAS, 32, or 1 in
// workgroups of fewer than 32 work-items (core/filters/counting/histogram_luts.cpp); those of counting.clh.
#include "counting/counting.clh"
#include "counting/replicated_tables.clh"

KERNEL void equalize_look_up(global const pixel_t* src, global out_pixel_t* dst, global const uchar* table,
                             int pixels) {
    local uchar tables[TABLE_BYTES];
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) replicate(tables, i, table[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    look_up(src, dst, tables, pixels);
}
