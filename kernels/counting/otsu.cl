// otsu: the table of each channel from its histogram, one workgroup a channel.

// core/filters/counting/otsu.cpp has its twin, and what it means.
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
// 256 work-items at most, each with a stretch of the values.
KERNEL void otsu_table_wide(global const uint* histogram, global ushort* table, int inverted) {
    local ulong counts[256], sums[256], variances[256];
    local int thresholds[256];
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    const int each = (VALUES + items - 1) / items, begin = item * each, end = min(begin + each, VALUES);
    histogram += channel * VALUES;
    ulong count = 0, sum = 0, low_count = 0, low_sum = 0, most = 0;
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
        if (variance > most) {
            most = variance;
            best = i;
        }
    }
    variances[item] = most;
    thresholds[item] = best;
    barrier(CLK_LOCAL_MEM_FENCE);
    most = 0;
    best = 0;
    for (int i = 0; i < items; ++i)
        if (variances[i] > most) {
            most = variances[i];
            best = thresholds[i];
        }
    for (int i = begin; i < end; ++i) table[channel * VALUES + i] = (i > best) != (inverted != 0) ? 65535 : 0;
}
#else
KERNEL void otsu_table(global const uint* histogram, global uchar* table, int inverted) {
    local uint counts[256];
    local ulong variances[256];
    local int best[256];
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    for (int j = item; j < 256; j += items) counts[j] = histogram[channel * 256 + j];
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
    for (int j = item; j < 256; j += items) table[channel * 256 + j] = (j > best[0]) != (inverted != 0) ? 255 : 0;
}
#endif
