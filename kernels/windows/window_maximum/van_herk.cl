// Window extremes by suffix and prefix maxima, three comparisons for any window (van Herk 1992, Gil and Werman 1993).
//
// One pass runs over rows into the buffer `rows`, then one over columns. The grid has a work-item for each k
// neighbouring results of a line, which it computes from 2 k - 1 samples. The window of result i has the first k
// samples from i on, whose maximum is a suffix maximum. It also has the first i of the samples that follow, whose
// maximum grows with i. The suffix maxima are kept in private memory, so that there is no barrier. Samples are compared
// as keys (sort_keys.clh). Defines: PEAKS, MINIMUM, and K, the side of the square window. With ANY_K one program serves
// every window up to 63, and the window is an argument; variants that need a constant K fall back to it.
#include "prelude/prelude.clh"
#include "prelude/rounding.clh"
#include "prelude/sort_keys.clh"
#include "windows/window_maximum/result.clh"

#ifdef ANY_K
#define K 63
#else
#define ANY_K 0
#endif

KERNEL void window_maximum_herk_rows(global const pixel_t* src, global sort_key_t* rows, int width, int height,
                                     int window) {
    const int k = ANY_K ? window : K;
    const int x = (int)get_global_id(0) * k;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const int first = x - k / 2;

    sort_key_t suffix[K];
    suffix[k - 1] = sort_key(src[y * width + clamp(first + k - 1, 0, width - 1)]);
    for (int i = k - 2; i >= 0; --i)
        suffix[i] = max(suffix[i + 1], sort_key(src[y * width + clamp(first + i, 0, width - 1)]));
    rows[y * width + x] = suffix[0];
    sort_key_t prefix = 0;
    for (int i = 1; i < min(k, width - x); ++i) {
        prefix = max(prefix, sort_key(src[y * width + clamp(first + k - 1 + i, 0, width - 1)]));
        rows[y * width + x + i] = max(suffix[i], prefix);
    }
}

INLINE void store_result(global const pixel_t* src, global pixel_t* dst, int at, sort_key_t found, float threshold) {
    dst[at] = result_pixel(src[at], pixel_of_key(found), threshold);
}

KERNEL void window_maximum_herk_columns(global const pixel_t* src, global const sort_key_t* rows, global pixel_t* dst,
                                        int width, int height, float threshold, int window) {
    const int k = ANY_K ? window : K;
    const int x = get_global_id(0);
    const int y = (int)get_global_id(1) * k;
    if (x >= width || y >= height) return;
    const int first = y - k / 2;

    sort_key_t suffix[K];
    suffix[k - 1] = rows[clamp(first + k - 1, 0, height - 1) * width + x];
    for (int i = k - 2; i >= 0; --i) suffix[i] = max(suffix[i + 1], rows[clamp(first + i, 0, height - 1) * width + x]);
    store_result(src, dst, y * width + x, suffix[0], threshold);
    sort_key_t prefix = 0;
    for (int i = 1; i < min(k, height - y); ++i) {
        prefix = max(prefix, rows[clamp(first + k - 1 + i, 0, height - 1) * width + x]);
        store_result(src, dst, (y + i) * width + x, max(suffix[i], prefix), threshold);
    }
}
