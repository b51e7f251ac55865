// median: of K x K samples. Borders replicate. A build has the kernels of one kind: with CELL_ROWS those of
// median_pairs.clh, else those of runs of LANES neighbouring samples, each lane on its own.

#ifdef CELL_ROWS
#include "median_pairs.clh"
#else
#include "key_runs.clh"

#ifdef ANY_K // one build for every window, which is the bitwise selection's argument
#define K window
#else
#define UNROLL_FOR _Pragma("unroll") for
#define CELL KEYS
#include "median_columns.clh"
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

#ifdef STRIP
// For CPUs: a work-item makes STRIP rows of TILE pixels. The columns of a row are sorted into K lines in local memory,
// which stay in the nearest cache; then each run of pixels takes the sorted columns around it.
#define LINE (TILE + K - 1 + RUN)

#if K == 3
static inline KEYS middle_of(KEYS a, KEYS b, KEYS c) { return greatest(least(a, b), least(greatest(a, b), c)); }
// Three samples are at most the median and three at least (Smith 1996).
static inline KEYS median_of_columns(KEYS columns[K][K]) {
    const KEYS low = greatest(greatest(columns[0][0], columns[1][0]), columns[2][0]);
    const KEYS high = least(least(columns[0][2], columns[1][2]), columns[2][2]);
    return middle_of(low, middle_of(columns[0][1], columns[1][1], columns[2][1]), high);
}
#else
static inline KEYS median_of_columns(KEYS columns[K][K]) {
    KEYS pairs[K / 2][PAIRED], middle[K + 1];
    UNROLL_FOR (int p = 0; p < K / 2; ++p) pair_columns(columns[2 * p], columns[2 * p + 1], pairs[p]);
    middle_of_pairs(pairs[0], middle);
    return median_with(middle, columns[K - 1]);
}
#endif

KERNEL void median_strips(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, local KEY* lines) {
    const int left = (int)get_global_id(0) * TILE;
    const int top = (int)get_global_id(1) * STRIP;
    const int right = min(left + TILE, width);
    lines += (get_local_id(1) * get_local_size(0) + get_local_id(0)) * K * LINE * SRC_CHANNELS;
    for (int y = top; y < min(top + STRIP, height); ++y) {
        FOR_RUNS(x, FIRST_COLUMN, LAST_COLUMN) {
            KEYS column[K];
            UNROLL_FOR (int j = 0; j < K; ++j) column[j] = load_keys(src, x, y + j - K / 2, width, height);
            sort_column(column);
            UNROLL_FOR (int j = 0; j < K; ++j) STORE(column[j], lines + (j * LINE + x - left + K / 2) * SRC_CHANNELS);
        }
        UNROLL_FOR (int j = 0; j < K; ++j) repeat_edges(lines + j * LINE * SRC_CHANNELS, left, right, width);
        FOR_RUNS(x, left, right) {
            KEYS columns[K][K];
            UNROLL_FOR (int i = 0; i < K; ++i)
                UNROLL_FOR (int j = 0; j < K; ++j)
                    columns[i][j] = LOAD(lines + (j * LINE + x - left + i) * SRC_CHANNELS);
            store_run(samples_of(median_of_columns(columns)), src, dst, x, y, width);
        }
    }
}
#endif
#endif // ANY_K
#endif
