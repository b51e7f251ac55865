// median: of K x K samples. Borders replicate. A build has the kernels of one kind: with PAIR_ROWS those of
// median_pairs.clh, with TILE that of median_strips.clh, else those of runs of LANES neighbouring samples, each lane on
// its own.
#include "common.clh"

#ifdef PAIR_ROWS
#include "median_pairs.clh"
#elif defined(TILE)
#include "median_strips.clh"
#else
#include "key_runs.clh"

#ifdef ANY_K // one build for every window, which is the bitwise selection's argument
#define K window
#else
#define UNROLL_FOR _Pragma("unroll") for
#define PACKED_PAIR KEYS
#include "sorting.clh"
#endif

// The median is the greatest value with at most K^2 / 2 samples below it. Its bits are found from the highest down.
KERNEL void median_bitwise(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int window) {
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
    store_run(samples_of(found), src, dst, x, y, width);
}

#ifndef ANY_K
// Unrolled, the samples stay in registers: five times as fast. It costs seconds of compiling with K = 9, where 8- and
// 16-bit samples are better served by the bitwise selection.
#if K <= 7 || SRC_IS_FLOAT
#define NETWORK_FOR UNROLL_FOR
#else
#define NETWORK_FOR for
#endif
#define HELD (K * K / 2 + 2)

// Neither the least nor the greatest of K^2 / 2 + 2 samples can be the median of all: both are dropped and the next
// sample takes a place, until three are left.
KERNEL void median_network(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    KEYS held[HELD];
    NETWORK_FOR (int n = 0; n < HELD; ++n)
        held[n] = load_keys(src, x + n % K - K / 2, y + n / K - K / 2, width, height);
    NETWORK_FOR (int count = HELD; count >= 3; --count) {
        NETWORK_FOR (int n = 0; n < count / 2; ++n) exchange(&held[n], &held[count - 1 - n]);
        NETWORK_FOR (int n = 1; n < (count + 1) / 2; ++n) exchange(&held[0], &held[n]);
        NETWORK_FOR (int n = count / 2; n < count - 1; ++n) exchange(&held[n], &held[count - 1]);
        const int next = HELD + HELD - count;
        if (next < K * K) held[0] = load_keys(src, x + next % K - K / 2, y + next / K - K / 2, width, height);
    }
    store_run(samples_of(held[1]), src, dst, x, y, width);
}
#endif // ANY_K
#endif
