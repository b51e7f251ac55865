// equalize of 8-bit samples: a workgroup makes the table of a channel with running sums in local memory, and all
// workgroups look the samples up there (replicated_tables.clh). In the plain kernels one work-item makes a table, and
// samples are looked up in global memory.
//
// histogram/local_banked.cl counts before. A value becomes the share of the samples up to it: the running sum of the
// counts, without that of the first value that occurs, times a scale. OpenCV's equalizeHist has the same rule, and
// computes it in floats. One work-item finds the first value and divides once; each entry then costs a product. The
// variant local-histogram launches equalize_table with a workgroup for each colour channel, so that most of the device
// is idle meanwhile. In fused-table each workgroup makes the tables itself before it looks samples up. That costs less
// than a launch, because there are only a few workgroups per compute unit.
#include "counting/counting.clh"
#include "counting/replicated_tables.clh"
#include "prelude/running_sums.clh"

// A channel in local memory.
typedef struct {
    uint sums[2 * 256]; // running sums, and the scratch of running_sums()
    int first;          // the first value that occurs
    float scale;
} equalizer_t;

// 255 / count in float, rounded half to even. OpenCL's own division may be 2.5 units off in the last place. This one
// divides integers: it shifts until the quotient has the 24 bits of a float, and rounds by the remainder. The reference
// divides by a float, so that the count is rounded to one first.
INLINE float scale_of(uint count) {
    const ulong divisor = (ulong)(float)count;
    int shift = 64 - (int)clz(divisor) + 15;
    if (((255ul << shift) / divisor) < (1ul << 23)) ++shift;
    ulong quotient = (255ul << shift) / divisor;
    const ulong rest = (255ul << shift) - quotient * divisor;
    if (2 * rest > divisor || (2 * rest == divisor && (quotient & 1))) ++quotient;
    return ldexp((float)quotient, -shift);
}

// Makes the running sums, the first value and the scale of a channel.
INLINE void prepare_equalizer(global const uint* histogram, local equalizer_t* channel) {
    local uint* const sums = channel->sums;
    for (int value = get_local_id(0); value < 256; value += get_local_size(0)) sums[value] = histogram[value];
    running_sums(sums);
    const uint pixels = sums[255];
    for (int value = get_local_id(0); value < 256; value += get_local_size(0))
        if (sums[value] && (value == 0 || !sums[value - 1])) {
            channel->first = value;
            channel->scale = sums[value] == pixels ? 0.0f : scale_of(pixels - sums[value]);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// The table's entry for a value. A channel of a single value does not change.
INLINE uchar equalized(const local equalizer_t* channel, int value) {
    const uint of_first = channel->sums[channel->first];
    if (of_first == channel->sums[255]) return value;
    const uint above_first = value > channel->first ? channel->sums[value] - of_first : 0;
    return convert_uchar_sat_rte((float)above_first * channel->scale);
}

// The second step in a kernel of its own.
KERNEL void equalize_table(global const uint* histogram, global uchar* table) {
    local equalizer_t equalizer;
    const int channel = get_group_id(0);
    prepare_equalizer(histogram + channel * 256, &equalizer);
    for (int value = get_local_id(0); value < 256; value += get_local_size(0))
        table[channel * 256 + value] = equalized(&equalizer, value);
}

// The second and the third step. Entries go straight to the replicated tables.
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
