// median: of K x K samples, each lane of a work-item's run of pixels on its own. Borders replicate.

// Samples as unsigned keys of the same order; floats by IEEE 754's totalOrder, as in core/filters/median.cpp.
#define SRC_SAMPLES PASTE(SRC_TYPE, LANES)
#if SRC_IS_FLOAT
#define KEY uint
#define KEY_BITS 32
#define KEY_SIGNED PASTE(int, LANES)
#else
#define KEY SRC_TYPE
#define KEY_BITS (SRC_TYPE_ID == 0 ? 8 : 16)
#endif
#define KEYS PASTE(KEY, LANES)
#define AS_KEYS(values) PASTE(as_, KEYS)(values)

static inline KEYS keys_of(SRC_SAMPLES samples) {
#if SRC_IS_FLOAT
    const KEYS bits = AS_KEYS(samples);
    return bits ^ (AS_KEYS(PASTE(as_, KEY_SIGNED)(bits) >> 31) | 0x80000000u);
#else
    return samples;
#endif
}

static inline SRC_SAMPLES samples_of(KEYS keys) {
#if SRC_IS_FLOAT
    return PASTE(as_, SRC_SAMPLES)(keys ^ (((keys >> 31) - 1u) | 0x80000000u));
#else
    return keys;
#endif
}

// The run of keys whose first pixel is (x, y), which may lie outside.
static inline KEYS load_keys(global const SRC_PIXEL* src, int x, int y, int width, int height) {
    global const SRC_PIXEL* row = src + clamp(y, 0, height - 1) * width;
    if (x >= 0 && x + RUN <= width) return keys_of(LOAD((global const SRC_TYPE*)(row + x)));
    SRC_PIXEL run[RUN];
    for (int p = 0; p < RUN; ++p) run[p] = row[clamp(x + p, 0, width - 1)];
    return keys_of(LOAD((SRC_TYPE*)run));
}

// What of the run that starts at (x, y) lies inside, with the alpha of the source.
static inline void store_keys(KEYS keys, global const SRC_PIXEL* src, global DST_PIXEL* dst, int x, int y, int width) {
    const int at = y * width + x;
    if (x + RUN <= width) {
        store_samples(samples_of(keys), src + at, dst + at);
        return;
    }
    SRC_PIXEL run[RUN];
    STORE(samples_of(keys), (SRC_TYPE*)run);
    for (int p = 0; p < RUN && x + p < width; ++p) dst[at + p] = WITH_ALPHA_OF(src[at + p], run[p]);
}

// The median is the greatest value with at most K^2 / 2 samples below it. Its bits are found from the highest down.
KERNEL void median_bitwise(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    KEYS found = 0;
    for (int bit = KEY_BITS - 1; bit >= 0; --bit) {
        const KEYS one = (KEY)((KEY)1 << bit);
        KEYS minus_below = 0;
        for (int j = -K / 2; j <= K / 2; ++j)
            for (int i = -K / 2; i <= K / 2; ++i)
                // A true comparison of vectors is -1. (Oclgrind takes a negated one for 255, so it is added as it is.)
                minus_below += AS_KEYS(load_keys(src, x + i, y + j, width, height) < (found | one));
        found |= one & AS_KEYS((KEYS)(0) - minus_below <= (KEY)(K * K / 2));
    }
    store_keys(found, src, dst, x, y, width);
}

static inline void exchange(KEYS* low, KEYS* high) {
    const KEYS least = min(*low, *high);
    *high = max(*low, *high);
    *low = least;
}

// Unrolled, the samples stay in registers: five times as fast. It costs seconds of compiling with K = 9, where 8- and
// 16-bit samples are better served by the bitwise selection.
#if K <= 7 || SRC_IS_FLOAT
#define UNROLL _Pragma("unroll")
#else
#define UNROLL
#endif
#define HELD (K * K / 2 + 2)

// Neither the least nor the greatest of K^2 / 2 + 2 samples can be the median of all: both are dropped and the next
// sample takes a place, until three are left.
KERNEL void median_network(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    KEYS held[HELD];
    UNROLL for (int n = 0; n < HELD; ++n)
        held[n] = load_keys(src, x + n % K - K / 2, y + n / K - K / 2, width, height);
    UNROLL for (int count = HELD; count >= 3; --count) {
        UNROLL for (int n = 0; n < count / 2; ++n) exchange(&held[n], &held[count - 1 - n]);
        UNROLL for (int n = 1; n < (count + 1) / 2; ++n) exchange(&held[0], &held[n]);
        UNROLL for (int n = count / 2; n < count - 1; ++n) exchange(&held[n], &held[count - 1]);
        const int next = HELD + HELD - count;
        if (next < K * K) held[0] = load_keys(src, x + next % K - K / 2, y + next / K - K / 2, width, height);
    }
    store_keys(held[1], src, dst, x, y, width);
}
