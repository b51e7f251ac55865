// equalize, the second step in a kernel of its own: one workgroup makes the table of a channel of 8-bit samples, with
// running sums in local memory (equalizer.clh). The plain kernel has one work-item for it.
//
// The grid has a workgroup for each colour channel, so that most of the device is idle meanwhile. table_and_look_up.cl
// saves the launch.
#include "counting/equalizer.clh"

KERNEL void equalize_table(global const uint* histogram, global uchar* table) {
    local equalizer_t equalizer;
    const int channel = get_group_id(0);
    prepare_equalizer(histogram + channel * 256, &equalizer);
    for (int value = get_local_id(0); value < 256; value += get_local_size(0))
        table[channel * 256 + value] = equalized(&equalizer, value);
}
