// otsu: the table of each channel from its histogram, one workgroup a channel; of floats the histogram and the
// threshold.
#include "common.clh"

// core/filters/counting/otsu.cpp has its host counterpart, and what it means.
static inline ulong variance_between(ulong count, ulong sum, ulong low_count, ulong low_sum) {
    const int shift = max(0, 64 - (int)clz(count) - (SRC_TYPE_ID == 1 ? 24 : 28));
    const ulong a = (count >> shift) * (low_sum >> shift), b = (sum >> shift) * (low_count >> shift);
    const ulong difference = a > b ? a - b : b - a, product = low_count * (count - low_count);
    if (difference == 0 || product == 0) return 0;
    const int d = (int)clz(difference), p = (int)clz(product);
    const ulong mantissa = difference << d >> 32;
    const ulong quotient = mantissa * mantissa / (product << p >> 32);
    const int q = (int)clz(quotient);
    return (ulong)(512 + p - 2 * d - q) << 48 | quotient << q >> 16;
}

#if SRC_TYPE_ID == 1
#define VALUES 65536
// 256 work-items at most, each with a segment of the values.
KERNEL void otsu_table_16bit(global const uint* histogram, global ushort* table, int inverted) {
    local ulong counts[256], sums[256], variances[256];
    local int thresholds[256];
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    const int each = (VALUES + items - 1) / items, begin = item * each, end = min(begin + each, VALUES);
    histogram += channel * VALUES;
    ulong count = 0, sum = 0, low_count = 0, low_sum = 0, maximum = 0;
    for (int i = begin; i < end; ++i) {
        count += histogram[i];
        sum += (ulong)histogram[i] * i;
    }
    counts[item] = count;
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    count = sum = 0;
    for (int i = 0; i < items; ++i) {
        if (i == item) low_count = count, low_sum = sum;
        count += counts[i];
        sum += sums[i];
    }
    int best = 0;
    for (int i = begin; i < end; ++i) {
        low_count += histogram[i];
        low_sum += (ulong)histogram[i] * i;
        const ulong variance = variance_between(count, sum, low_count, low_sum);
        if (variance > maximum) {
            maximum = variance;
            best = i;
        }
    }
    variances[item] = maximum;
    thresholds[item] = best;
    barrier(CLK_LOCAL_MEM_FENCE);
    maximum = 0;
    best = 0;
    for (int i = 0; i < items; ++i)
        if (variances[i] > maximum) {
            maximum = variances[i];
            best = thresholds[i];
        }
    for (int i = begin; i < end; ++i) table[channel * VALUES + i] = (i > best) != (inverted != 0) ? 65535 : 0;
}
#else
// The last of the lower part's 256 values, found by a whole workgroup.
static inline int threshold_of(global const uint* histogram, local uint* counts, local ulong* variances,
                               local int* best) {
    const int items = get_local_size(0), item = get_local_id(0);
    for (int j = item; j < 256; j += items) counts[j] = histogram[j];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = item; j < 256; j += items) {
        ulong count = 0, sum = 0, low_count = 0, low_sum = 0;
        for (int i = 0; i < 256; ++i) {
            const ulong of = counts[i];
            count += of;
            sum += of * i;
            if (i <= j) low_count = count, low_sum = sum;
        }
        variances[j] = variance_between(count, sum, low_count, low_sum);
        best[j] = j;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // Of each pair the better one, the first of equals.
    for (int step = 128; step > 0; step /= 2) {
        for (int j = item; j < step; j += items) {
            const ulong here = variances[best[j]], there = variances[best[j + step]];
            if (there > here || (there == here && best[j + step] < best[j])) best[j] = best[j + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return best[0];
}

#if SRC_IS_FLOAT
#ifdef LANES
#include "point_runs.clh"
#endif
#include "float_ends.clh"

// All that is between a channel's ends; never infinite.
static inline float width_of(float low, float high) { return fmin(high - low, FLT_MAX); }

// The last of 256 bins whose edge is not above the sample, found from a guess; of NaN the first.
static inline int bin_between(float sample, float low, float width, float bins_per_unit) {
#define EDGE(i) (low + width * ((float)(i) * (1.0f / 256.0f)))
    int bin = (int)fmin(fmax((sample - low) * bins_per_unit, 0.0f), 255.0f);
    while (bin < 255 && EDGE(bin + 1) <= sample) ++bin;
    while (bin > 0 && EDGE(bin) > sample) --bin;
    return bin;
}

#ifdef BIN_ROWS
// Each workgroup counts a segment of the pixels.
KERNEL void otsu_count(global const SRC_TYPE* src, global const uint* ends, volatile global uint* histogram,
                       int pixels) {
    local uint bins[BIN_ROWS * 256];
    const int items = get_local_size(0), item = get_local_id(0);
    for (int j = item; j < BIN_ROWS * 256; j += items) bins[j] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int begin = (int)((long)pixels * get_group_id(0) / get_num_groups(0));
    const int end = (int)((long)pixels * (get_group_id(0) + 1) / get_num_groups(0));
    for (int c = 0; c < BIN_ROWS; ++c) {
        const float low = low_end(ends, c), high = high_end(ends, c), width = width_of(low, high);
        if (!(high > low)) continue;
        for (int i = begin + item; i < end; i += items) {
            const int bin = bin_between(src[(size_t)i * SRC_CHANNELS + c], low, width, 256.0f / width);
#if SINGLE_ITEM_GROUP
            ++bins[c * 256 + bin];
#else
            atomic_inc(&bins[c * 256 + bin]);
#endif
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = item; j < BIN_ROWS * 256; j += items)
        if (bins[j] != 0) atomic_add(&histogram[j], bins[j]);
}

// One workgroup a channel. Nothing is above the threshold of a channel of one single value, or of none.
KERNEL void otsu_thresholds(global const uint* histogram, global const uint* ends, global float* thresholds) {
    local uint counts[256];
    local ulong variances[256];
    local int best[256];
    const int channel = get_group_id(0);
    const int last = threshold_of(histogram + channel * 256, counts, variances, best);
    const float low = low_end(ends, channel), high = high_end(ends, channel);
    const float centre = low + width_of(low, high) * (((float)last + 0.5f) * (1.0f / 256.0f));
    if (get_local_id(0) == 0) thresholds[channel] = high > low ? centre : low;
}
#else

#define THRESHOLD(channel) thresholds[channel]
static inline SRC_SAMPLES compared(SRC_SAMPLES s, SRC_SAMPLES threshold, int inverted) {
    return select((SRC_SAMPLES)(0.0f), (SRC_SAMPLES)(1.0f), (s > threshold) ^ -inverted);
}
#define COMPARED(s) compared(s, FOR_SAMPLES(THRESHOLD), inverted)

KERNEL void otsu_compare(global const SRC_TYPE* src, global DST_TYPE* dst, global const float* thresholds, int samples,
                         int inverted) {
    MAP_RUNS(src, dst, samples, COMPARED)
}
#endif
#elif defined(LANES)
#include "point_runs.clh"

// 0 or 255 of each sample, by its channel's threshold.
static inline SRC_SAMPLES compared(SRC_SAMPLES s, SRC_SAMPLES threshold, int inverted) {
    return as_uchar16(s > threshold) ^ (uchar)-inverted;
}
#if SRC_CHANNELS == 4
#define THRESHOLDS ((SRC_SAMPLES)(FOUR, FOUR, FOUR, FOUR))
#define FOUR thresholds[0], thresholds[1], thresholds[2], 0
#else
#define THRESHOLDS ((SRC_SAMPLES)(thresholds[0]))
#endif
#define COMPARED(s) compared(s, THRESHOLDS, inverted)

KERNEL void otsu_compare(global const SRC_TYPE* src, global DST_TYPE* dst, global const uchar* thresholds, int samples,
                         int inverted) {
    MAP_RUNS(src, dst, samples, COMPARED)
}
#else
// A channel's threshold by a single work-item, which adds up as it goes.
KERNEL void otsu_threshold_alone(global const uint* histogram, global uchar* thresholds) {
    const int channel = get_global_id(0);
    ulong count = 0, sum = 0, low_count = 0, low_sum = 0, maximum = 0;
    uchar best = 0;
    histogram += channel * 256;
    for (int i = 0; i < 256; ++i) {
        count += histogram[i];
        sum += (ulong)histogram[i] * i;
    }
    for (int i = 0; i < 256; ++i) {
        low_count += histogram[i];
        low_sum += (ulong)histogram[i] * i;
        const ulong variance = variance_between(count, sum, low_count, low_sum);
        if (variance <= maximum) continue;
        maximum = variance;
        best = (uchar)i;
    }
    thresholds[channel] = best;
}

KERNEL void otsu_table(global const uint* histogram, global uchar* table, int inverted) {
    local uint counts[256];
    local ulong variances[256];
    local int best[256];
    const int channel = get_group_id(0);
    const int threshold = threshold_of(histogram + channel * 256, counts, variances, best);
    for (int j = get_local_id(0); j < 256; j += get_local_size(0))
        table[channel * 256 + j] = (j > threshold) != (inverted != 0) ? 255 : 0;
}
#endif
#endif
