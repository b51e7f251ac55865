// equalize, the second and third step in one kernel: each workgroup makes the tables itself, and looks samples up.
//
// Every workgroup makes the same running sums of the histogram in local memory (equalizer.clh). That costs less than
// the launch of a kernel that makes the tables once, because there are only a few workgroups a compute unit. The grid
// is that of equalize/look_up.cl, which needs table.cl before it. The entries go straight to the replicated tables in
// local memory, in which the workgroup looks up its share of the image (replicated_tables.clh).
#include "prelude/prelude.clh"
#include "counting/counting.clh"
#include "counting/equalizer.clh"
#include "counting/replicated_tables.clh"

KERNEL void equalize_table_and_look_up(global const pixel_t* src, global out_pixel_t* dst, global const uint* histogram,
                                       int pixels) {
    local uchar tables[TABLE_BYTES];
    local equalizer_t equalizer;
    for (int channel = 0; channel < BIN_ROWS; ++channel) {
        prepare_equalizer(histogram + channel * 256, &equalizer);
        for (int value = get_local_id(0); value < 256; value += get_local_size(0))
            replicate(tables, channel * 256 + value, equalized(&equalizer, value));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    look_up(src, dst, tables, pixels);
}
