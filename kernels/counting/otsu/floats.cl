// otsu of floats: a histogram of 256 bins between the ends of each channel, and the threshold (Otsu 1979).
//
// The kernels of float_ends/ find the least and the greatest finite sample of each channel. Each workgroup counts a
// share of the pixels in a table in local memory, and adds the table to the histogram by global atomics. Bins have the
// edges that the reference has: a guess by division is corrected until the sample lies between the edges. One workgroup
// a channel then finds the threshold (otsu.clh), the centre of the lower part's last bin. compare.cl
// compares. The grid of the first kernel has a few workgroups per compute unit, as in counting.clh.
//
// Races: Work-items of a workgroup increment counters by local atomics between two barriers, and workgroups add them by
// global ones. No order matters, and only a later kernel loads the histogram.
#include "counting/float_ends.clh"
#include "counting/otsu/otsu.clh"

// The width of all bins together; never infinite.
INLINE float width_between(float low, float high) { return fmin(high - low, FLT_MAX); }

INLINE float edge_of(int bin, float low, float width) { return low + width * ((float)bin * (1.0f / 256.0f)); }

// The last bin whose edge is not above the sample; the first one for NaN.
INLINE int bin_between(float sample, float low, float width, float bins_per_unit) {
    int bin = (int)fmin(fmax((sample - low) * bins_per_unit, 0.0f), 255.0f);
    while (bin < 255 && edge_of(bin + 1, low, width) <= sample) ++bin;
    while (bin > 0 && edge_of(bin, low, width) > sample) --bin;
    return bin;
}

KERNEL void otsu_count(global const sample_t* src, global const uint* ends, volatile global uint* histogram,
                       int pixels) {
    local uint bins[BIN_ROWS * 256];
    const int items = get_local_size(0), item = get_local_id(0);
    for (int i = item; i < BIN_ROWS * 256; i += items) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int begin = (int)((long)pixels * get_group_id(0) / get_num_groups(0));
    const int end = (int)((long)pixels * (get_group_id(0) + 1) / get_num_groups(0));
    for (int channel = 0; channel < BIN_ROWS; ++channel) {
        const float low = low_end(ends, channel), high = high_end(ends, channel), width = width_between(low, high);
        if (!(high > low)) continue;
        for (int i = begin + item; i < end; i += items) {
            const float sample = src[(size_t)i * SRC_CHANNELS + channel];
            local uint* const counter = &bins[channel * 256 + bin_between(sample, low, width, 256.0f / width)];
            if (SINGLE_ITEM_GROUP)
                ++*counter;
            else
                atomic_inc(counter);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = item; i < BIN_ROWS * 256; i += items)
        if (bins[i] != 0) atomic_add(&histogram[i], bins[i]);
}

// In a channel with a single value, or without finite samples, nothing is above the threshold.
KERNEL void otsu_thresholds(global const uint* histogram, global const uint* ends, global float* thresholds) {
    local uint counts[256];
    local ulong variances[256];
    local int best[256];
    const int channel = get_group_id(0);
    const int last = threshold_of(histogram + channel * 256, counts, variances, best);
    const float low = low_end(ends, channel), high = high_end(ends, channel);
    const float centre = low + width_between(low, high) * (((float)last + 0.5f) * (1.0f / 256.0f));
    if (get_local_id(0) == 0) thresholds[channel] = high > low ? centre : low;
}
