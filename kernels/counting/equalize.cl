// equalize: count the values of each colour channel, make a look-up table of the counts, look every sample up.
//
// Defines: those of common.clh and counting.clh. Of 16 bits the count and the look-up are those of tables_16bit.cl.
#include "common.clh"

#if SRC_TYPE_ID == 1
#define VALUES 65536

// a / b, half to even.
static inline ulong rounded_ratio(ulong a, ulong b) {
    const ulong whole = a / b, rest = 2 * (a - whole * b);
    return whole + (rest > b || (rest == b && (whole & 1)) ? 1 : 0);
}

// One workgroup a channel, of 256 work-items at most, each with a segment of the values.
KERNEL void equalize_table_16bit(global const uint* histogram, global ushort* table) {
    local uint counts[256], lowest[256]; // of a segment: samples, and those of the least value that any has
    const int items = get_local_size(0), item = get_local_id(0), channel = get_group_id(0);
    const int each = (VALUES + items - 1) / items, begin = item * each, end = min(begin + each, VALUES);
    histogram += channel * VALUES;
    uint count = 0, minimum = 0;
    for (int i = begin; i < end; ++i) {
        if (count == 0) minimum = histogram[i];
        count += histogram[i];
    }
    counts[item] = count;
    lowest[item] = minimum;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint pixels = 0, first = 0, sum = 0;
    for (int i = 0; i < items; ++i) {
        if (i == item) sum = pixels;
        if (pixels == 0) first = lowest[i];
        pixels += counts[i];
    }
    for (int i = begin; i < end; ++i) {
        sum += histogram[i];
        const ulong value = sum > first ? rounded_ratio(65535ul * (sum - first), pixels - first) : 0;
        table[channel * VALUES + i] = first == pixels ? (ushort)i : (ushort)value;
    }
}
#else
#include "counting.clh"
#include "running_sums.clh"
#include "byte_tables.clh"

#ifdef BANKS
KERNEL void equalize_count(global const SRC_PIXEL* src, global uint* histogram, global uint* sums, int pixels) {
    local uint bins[BINS * BANKS];
    local uint ticket;
    count_in_banks(src, pixels, bins);
    add_to_sums(bins, sums, histogram, &ticket);
}
#endif

// 255 / count in float, rounded half to even. OpenCL's own division may be 2.5 units off in the last place, so this one
// divides integers: shifted until the quotient has the 24 bits of a float, then rounded by its remainder. count comes
// from a float, so that it is the divisor that the reference has.
static inline float scale_of(uint count) {
    const ulong divisor = (ulong)(float)count;
    int shift = 64 - (int)clz(divisor) + 15;
    if (((255ul << shift) / divisor) < (1ul << 23)) ++shift;
    ulong quotient = (255ul << shift) / divisor;
    const ulong rest = (255ul << shift) - quotient * divisor;
    if (2 * rest > divisor || (2 * rest == divisor && (quotient & 1))) ++quotient;
    return ldexp((float)quotient, -shift);
}

// What the table of one channel is made of, in local memory.
typedef struct {
    uint sums[2 * 256];
    int first; // the first bin that is not empty
    float scale;
} Equalizer;

// Makes the running sums, the first bin that is not empty and the scale of one channel.
static inline void prepare(global const uint* histogram, local Equalizer* channel) {
    local uint* sums = channel->sums;
    for (int j = get_local_id(0); j < 256; j += get_local_size(0)) sums[j] = histogram[j];
    running_sums(sums);
    const uint pixels = sums[255];
    for (int j = get_local_id(0); j < 256; j += get_local_size(0))
        if (sums[j] && (j == 0 || !sums[j - 1])) {
            channel->first = j;
            channel->scale = sums[j] == pixels ? 0.0f : scale_of(pixels - sums[j]);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// What value j becomes. A channel of a single value stays as it is.
static inline uchar equalized(const local Equalizer* channel, int j) {
    const uint below = channel->sums[channel->first];
    if (below == channel->sums[255]) return j;
    const uint above = j > channel->first ? channel->sums[j] - below : 0;
    return convert_uchar_sat_rte((float)above * channel->scale);
}

// One workgroup a channel.
KERNEL void equalize_table(global const uint* histogram, global uchar* table) {
    local Equalizer equalizer;
    const int channel = get_group_id(0);
    prepare(histogram + channel * 256, &equalizer);
    for (int j = get_local_id(0); j < 256; j += get_local_size(0)) table[channel * 256 + j] = equalized(&equalizer, j);
}

#ifdef REPLICAS
// The tables in local memory, REPLICAS times: a word with four values of each in turn, so that with 32 replicas every
// work-item of a warp reads its own bank, whatever it looks up.
#define TABLE_BYTES (BIN_ROWS * 256 * REPLICAS)
#define PLACE(value, replica) (((value) & ~3) * REPLICAS + (replica)*4 + ((value)&3))

static inline void replicate(local uchar* table, int j, uchar value) {
    for (int i = 0; i < REPLICAS; ++i) table[PLACE(j, (i + j / 4) % REPLICAS)] = value;
}

#define LOOK(value) table[PLACE((int)(value), replica)]
#if SRC_CHANNELS == 4
#define LOOK_WORD(w)                                                                                                   \
    ((w)&0xFF000000u) | (uint)LOOK(((w) >> 16 & 255) + 512) << 16 | (uint)LOOK(((w) >> 8 & 255) + 256) << 8 |          \
        (uint)LOOK((w)&255)
#define LOOK_PIXEL(s) (uchar4)(LOOK((s).x), LOOK((s).y + 256), LOOK((s).z + 512), (s).w)
#else
#define LOOK_WORD(w)                                                                                                   \
    (uint) LOOK((w) >> 24) << 24 | (uint)LOOK((w) >> 16 & 255) << 16 | (uint)LOOK((w) >> 8 & 255) << 8 |               \
        (uint)LOOK((w)&255)
#define LOOK_PIXEL(s) LOOK(s)
#endif

// From the end to the start: what the count read last is still in the cache.
static inline void look_up(global const SRC_PIXEL* src, global DST_PIXEL* dst, const local uchar* table, int pixels) {
    const int replica = get_local_id(0) % REPLICAS;
    const int chunks = pixels / CHUNK;
#if SINGLE_ITEM_GROUP
    const int end = end_chunk(chunks) * CHUNK;
    int i = first_chunk(chunks) * CHUNK;
#if BYTE_TABLES && SRC_CHANNELS == 1 && REPLICAS == 1
    const ByteTable held = byte_table(table);
    for (; i + 64 <= end; i += 64)
        *(global UnalignedByteWords*)(dst + i) = looked_up_bytes(&held, *(global const UnalignedByteWords*)(src + i));
#endif
    for (; i < end; ++i) dst[i] = LOOK_PIXEL(src[i]);
#else
    for (int i = chunks - 1 - (int)get_global_id(0); i >= 0; i -= get_global_size(0)) {
        const uint4 in = ((global const uint4*)src)[i];
        ((global uint4*)dst)[i] = (uint4)(LOOK_WORD(in.x), LOOK_WORD(in.y), LOOK_WORD(in.z), LOOK_WORD(in.w));
    }
#endif
    for (int i = chunks * CHUNK + (int)get_global_id(0); i < pixels; i += get_global_size(0))
        dst[i] = LOOK_PIXEL(src[i]);
}

KERNEL void equalize_look_up(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const uchar* table,
                             int pixels) {
    local uchar copies[TABLE_BYTES];
    for (int j = get_local_id(0); j < BINS; j += get_local_size(0)) replicate(copies, j, table[j]);
    barrier(CLK_LOCAL_MEM_FENCE);
    look_up(src, dst, copies, pixels);
}

// Makes the tables itself, in every workgroup.
KERNEL void equalize_table_and_look_up(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const uint* histogram,
                                       int pixels) {
    local uchar copies[TABLE_BYTES];
    local Equalizer equalizer;
    for (int channel = 0; channel < BIN_ROWS; ++channel) {
        prepare(histogram + channel * 256, &equalizer);
        for (int j = get_local_id(0); j < 256; j += get_local_size(0))
            replicate(copies, channel * 256 + j, equalized(&equalizer, j));
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    look_up(src, dst, copies, pixels);
}
#endif
#endif
