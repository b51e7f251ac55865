// equalize: count the values of each colour channel, make a look-up table of the counts, look every sample up.
//
// Defines: those of common.clh; ALONE (1 where a group is a single work-item, which needs no atomics in local memory).

#if SRC_CHANNELS == 4
#define FOR_CHANNELS(DO, pixel) DO(0, (pixel).x) DO(1, (pixel).y) DO(2, (pixel).z)
#else
#define FOR_CHANNELS(DO, pixel) DO(0, pixel)
#endif

#if ALONE
#define COUNT(counter) ++(counter)
#else
#define COUNT(counter) atomic_inc(&(counter))
#endif

// The pixels of this group: a stretch of its own, the work-items side by side in it.
static inline int stretch_start(int pixels) {
    return (int)((long)pixels * get_group_id(0) / get_num_groups(0)) + get_local_id(0);
}
static inline int stretch_end(int pixels) { return (int)((long)pixels * (get_group_id(0) + 1) / get_num_groups(0)); }

KERNEL void equalize_count(global const SRC_PIXEL* src, global uint* histogram, int pixels) {
    local uint bins[COLOUR_CHANNELS * 256];
    for (int i = get_local_id(0); i < COLOUR_CHANNELS * 256; i += get_local_size(0)) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int end = stretch_end(pixels);
    for (int i = stretch_start(pixels); i < end; i += get_local_size(0)) {
        const SRC_PIXEL s = src[i];
#define DO(channel, value) COUNT(bins[(channel)*256 + (value)]);
        FOR_CHANNELS(DO, s)
#undef DO
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < COLOUR_CHANNELS * 256; i += get_local_size(0))
        if (bins[i]) atomic_add(&histogram[i], bins[i]);
}

// 255 / count in float, rounded half to even. OpenCL's own division may be 2.5 units off in the last place, so this one
// divides integers: shifted until the quotient has the 24 bits of a float, then rounded by its remainder. count comes
// from a float, so that it is the divisor that the reference has.
static inline float scale_of(uint count) {
    const ulong divisor = (ulong)(float)count;
    int shift = 0;
    while (((255ul << shift) / divisor) < (1ul << 23)) ++shift;
    ulong quotient = (255ul << shift) / divisor;
    const ulong rest = (255ul << shift) % divisor;
    if (2 * rest > divisor || (2 * rest == divisor && (quotient & 1))) ++quotient;
    return ldexp((float)quotient, -shift);
}

// One workgroup a channel: running sums in local memory (after Hillis and Steele, two halves in turns), then the table.
KERNEL void equalize_table(global const uint* histogram, global uchar* table) {
    local uint sums[2 * 256];
    local int first;
    local float scale;
    const int channel = get_group_id(0);
    for (int j = get_local_id(0); j < 256; j += get_local_size(0)) sums[j] = histogram[channel * 256 + j];
    barrier(CLK_LOCAL_MEM_FENCE);
    int from = 0;
    for (int offset = 1; offset < 256; offset *= 2) {
        for (int j = get_local_id(0); j < 256; j += get_local_size(0))
            sums[256 - from + j] = sums[from + j] + (j >= offset ? sums[from + j - offset] : 0);
        from = 256 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // Eight doublings end in the half that they began in: `from` is 0. The first bin that is not empty holds the first
    // sum that is not 0.
    const uint pixels = sums[255];
    for (int j = get_local_id(0); j < 256; j += get_local_size(0))
        if (sums[j] && (j == 0 || !sums[j - 1])) {
            first = j;
            scale = sums[j] == pixels ? 0.0f : scale_of(pixels - sums[j]);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = get_local_id(0); j < 256; j += get_local_size(0)) {
        const uint above = j > first ? sums[j] - sums[first] : 0;
        const uchar equalized = convert_uchar_sat_rte((float)above * scale);
        table[channel * 256 + j] = sums[first] == pixels ? (uchar)j : equalized;
    }
}

KERNEL void equalize_look_up(global const SRC_PIXEL* src, global DST_PIXEL* dst, global const uchar* table,
                             int pixels) {
    const int end = stretch_end(pixels);
    for (int i = stretch_start(pixels); i < end; i += get_local_size(0)) {
        SRC_PIXEL s = src[i];
#if SRC_CHANNELS == 4
        s.xyz = (uchar3)(table[s.x], table[256 + s.y], table[512 + s.z]);
#else
        s = table[s];
#endif
        dst[i] = s;
    }
}
