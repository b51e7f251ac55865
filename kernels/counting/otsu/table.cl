// otsu of 8-bit samples on GPUs: the table of each channel, from the histogram of its 256 values (Otsu 1979).
//
// One workgroup a channel finds the threshold that separates the tones best: it makes the variance between both parts
// of the histogram largest (otsu.clh). Each work-item tries one threshold or several, whatever the group's
// size. Then it writes a table of 256 entries, black up to the threshold and white above it, or the reverse.
// histogram/local_banked.cl counts before, and the kernel in replicated_tables.clh looks the samples up afterwards. On
// CPUs threshold_alone.cl and compare.cl replace it.
#include "counting/otsu/otsu.clh"
#include "counting/replicated_tables.clh"

KERNEL void otsu_table(global const uint* histogram, global uchar* table, int inverted) {
    local uint counts[256];
    local ulong variances[256];
    local int best[256];
    const int channel = get_group_id(0);
    const int threshold = threshold_of(histogram + channel * 256, counts, variances, best);
    for (int value = get_local_id(0); value < 256; value += get_local_size(0))
        table[channel * 256 + value] = (value > threshold) != (inverted != 0) ? 255 : 0;
}
