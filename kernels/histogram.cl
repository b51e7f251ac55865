// histogram: 256 bins a channel, for colour images red, green, blue, alpha and luma. core/histogram.h has the rule.
//
// Defines: those of common.clh; ALONE (1 where a group is a single work-item, which needs no atomics in local memory).

#if SRC_IS_FLOAT
// A NaN is not above 0 and lands in bin 0.
static inline int bin_of(float s) { return s > 0.0f ? (s < 1.0f ? (int)(s * 256.0f) : 255) : 0; }
#elif SRC_TYPE_ID == 1
static inline int bin_of(uint s) { return s >> 8; }
#else
static inline int bin_of(uint s) { return s; }
#endif

#if SRC_CHANNELS == 4
#define ROWS 5
#define FOR_BINS(DO, s)                                                                                                \
    DO(bin_of((s).x)) DO(256 + bin_of((s).y)) DO(512 + bin_of((s).z)) DO(768 + bin_of((s).w))                          \
    DO(1024 + bin_of(LUMA((s).x, (s).y, (s).z)))
#else
#define ROWS 1
#define FOR_BINS(DO, s) DO(bin_of(s))
#endif

#if ALONE
#define COUNT_LOCAL(bin) ++bins[bin];
#else
#define COUNT_LOCAL(bin) atomic_inc(&bins[bin]);
#endif
#define COUNT_GLOBAL(bin) atomic_inc(&histogram[bin]);

// The pixels of this group: a stretch of its own, the work-items side by side in it.
static inline int stretch_start(int pixels) {
    return (int)((long)pixels * get_group_id(0) / get_num_groups(0)) + get_local_id(0);
}
static inline int stretch_end(int pixels) { return (int)((long)pixels * (get_group_id(0) + 1) / get_num_groups(0)); }

KERNEL void histogram_global_atomic(global const SRC_PIXEL* src, global uint* histogram, int pixels) {
    const int end = stretch_end(pixels);
    for (int i = stretch_start(pixels); i < end; i += get_local_size(0)) {
        const SRC_PIXEL s = src[i];
        FOR_BINS(COUNT_GLOBAL, s)
    }
}

KERNEL void histogram_local(global const SRC_PIXEL* src, global uint* histogram, int pixels) {
    local uint bins[ROWS * 256];
    for (int i = get_local_id(0); i < ROWS * 256; i += get_local_size(0)) bins[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int end = stretch_end(pixels);
    for (int i = stretch_start(pixels); i < end; i += get_local_size(0)) {
        const SRC_PIXEL s = src[i];
        FOR_BINS(COUNT_LOCAL, s)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_local_id(0); i < ROWS * 256; i += get_local_size(0))
        if (bins[i]) atomic_add(&histogram[i], bins[i]);
}
