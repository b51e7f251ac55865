// equalize, the second and third step in one kernel: each workgroup makes the tables itself in local memory, and looks
// samples up there. That costs less than the plain kernels' launch that makes the tables once, because there are only a
// few workgroups per compute unit.
//
// Every workgroup makes the same running sums of the histogram (equalizer.clh). The entries go straight to the
// replicated tables, in which the workgroup looks up its share of the image (replicated_tables.clh). The grid is that
// of look_up.cl.
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
