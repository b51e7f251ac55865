// The median by a selection network: a work-item finds the medians of LANES neighbouring pixels at once in vectors.
// Compare-exchanges without branches select the middle sample only (Paeth 1990, Smith 1996). The plain kernel sorts all
// samples of a window.
//
// Of K^2 / 2 + 2 samples, neither the least nor the greatest can be the median of all K^2. Both are dropped, and the
// next sample takes a place, until three are left. The middle one is the median. A work-item does this for a segment of
// LANES neighbouring samples of a row at once (key_segments.clh), each lane on its own. Unrolled, the samples stay in
// registers, which is five times as fast. Each window is sorted alone; shared_columns.cl and column_strips.cl share the
// work of neighbouring windows. Defines: LANES; K, the side of the square window.
#include "windows/key_segments.clh"
#define MERGED 0 // nothing is merged
#include "windows/median/sorting.clh"

// Unrolling costs seconds of compiling for K = 9, where bitwise selection serves 8- and 16-bit samples better.
#if K <= 7 || SRC_IS_FLOAT
#define UNROLL_NETWORK _Pragma("unroll")
#else
#define UNROLL_NETWORK
#endif

KERNEL void median_network(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int places = K * K / 2 + 2;
    keys_t held[K * K / 2 + 2];
    // clang-format off
    UNROLL_NETWORK
    for (int n = 0; n < places; ++n)
        held[n] = bordered_keys(src, x + n % K - K / 2, y + n / K - K / 2, width, height);
    UNROLL_NETWORK
    for (int count = places; count >= 3; --count) {
        // The least of `count` samples moves to the first place, the greatest to the last.
        UNROLL_NETWORK
        for (int n = 0; n < count / 2; ++n) exchange(held, n, count - 1 - n);
        UNROLL_NETWORK
        for (int n = 1; n < (count + 1) / 2; ++n) exchange(held, 0, n);
        UNROLL_NETWORK
        for (int n = count / 2; n < count - 1; ++n) exchange(held, n, count - 1);
        const int next = places + places - count;
        if (next < K * K) held[0] = bordered_keys(src, x + next % K - K / 2, y + next / K - K / 2, width, height);
    }
    // clang-format on
    store_inside(samples_of(held[1]), src, dst, x, y, width);
}
