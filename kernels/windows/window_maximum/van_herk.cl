// Window extremes by suffix and prefix maxima (van Herk 1992, Gil and Werman 1993): a work-item makes k neighbouring
// results of a row, and in a second kernel of a column. That takes three comparisons for each result, whatever the
// window. The plain kernel takes k x k.
//
// One pass runs over rows into the buffer `rows`, then one over columns. The grid has a work-item for each k
// neighbouring results of a line. It loads samples 0 to 2 k - 2. The window of result i holds samples i to i + k - 1,
// and its maximum is that of two parts. One is suffix[i], of samples i to k - 1. The other is the prefix, of samples k
// to i + k - 1, which gains one sample from result to result. Suffixes are in private memory, so that there is no
// barrier. Neighbours in the first pass read k samples apart, which a GPU does not coalesce; those in the second read
// side by side. The edge pixel is repeated beyond the image.
//
// Samples are compared as keys (sort_keys.clh). Defines: PEAKS, INVERTED_KEYS, and K, the side of the square window.
// ANY_K makes the window an argument of at most 63. One program then serves every window. It runs while another
// variant's program for a new K is still compiling.
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
