// otsu of 8-bit samples on CPUs: the threshold of each channel, from the histogram of its 256 values (Otsu 1979).
//
// The threshold makes the variance between both parts of the histogram largest (otsu.clh). A single work-item
// a channel goes through the values with running sums, which takes far fewer additions than a sum for each threshold.
// Among equal variances the smallest threshold is taken. compare.cl compares the samples with it, in vectors, which is
// faster on a CPU than a table.
#include "counting/otsu/otsu.clh"

KERNEL void otsu_threshold_alone(global const uint* histogram, global uchar* thresholds) {
    const int channel = get_global_id(0);
    ulong count = 0, sum = 0, low_count = 0, low_sum = 0, maximum = 0;
    uchar best = 0;
    histogram += channel * 256;
    for (int value = 0; value < 256; ++value) {
        count += histogram[value];
        sum += (ulong)histogram[value] * value;
    }
    for (int value = 0; value < 256; ++value) {
        low_count += histogram[value];
        low_sum += (ulong)histogram[value] * value;
        const ulong variance = variance_between(count, sum, low_count, low_sum);
        if (variance <= maximum) continue;
        maximum = variance;
        best = (uchar)value;
    }
    thresholds[channel] = best;
}
