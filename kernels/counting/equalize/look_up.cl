// equalize, the third step: look the samples of an 8-bit image up in a table for each colour channel. auto-levels and
// otsu use it, too. The variant fused-table runs table_and_look_up.cl instead.
//
// Each workgroup first copies the tables to local memory, in REPLICAS interleaved copies, so that the work-items of a
// warp read different memory banks. Then all workgroups share the image out in chunks of 16 bytes
// (replicated_tables.clh). Alpha is copied. The one-dimensional grid has a few workgroups per compute unit, so that a
// copy of the tables serves many pixels. 16-bit images are looked up by tables_16bit/look_up.cl. `table` has 256
// entries for each colour channel, and BIN_ROWS is the number of these: 1 for gray, 3 for RGBA. Defines: REPLICAS, 32,
// or 1 in workgroups of fewer than 32 work-items (core/filters/counting/histogram_luts.cpp); those of counting.clh.
#include "prelude/prelude.clh"
#include "counting/counting.clh"
#include "counting/replicated_tables.clh"

KERNEL void equalize_look_up(global const pixel_t* src, global out_pixel_t* dst, global const uchar* table,
                             int pixels) {
    local uchar tables[TABLE_BYTES];
    for (int i = get_local_id(0); i < BINS; i += get_local_size(0)) replicate(tables, i, table[i]);
    barrier(CLK_LOCAL_MEM_FENCE);
    look_up(src, dst, tables, pixels);
}
