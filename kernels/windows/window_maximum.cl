// window_maximum: of the window of K x K samples around each, for local-maximum and peaks. Borders replicate. Its
// defines give a build the kernels of one kind of variant; PEAKS says what becomes of the maxima, and all kernels that
// finish take a threshold, which is in the sample's units.
#include "common.clh"

// What becomes of samples, or vectors of them, and their windows' maxima.
#if PEAKS
// Full scale where the sample is the maximum and reaches the threshold; NaN equals nothing.
#define FINISHED(type, source, max_key)                                                                                \
    ((((source) == (max_key)) & ((source) >= (type)((SRC_TYPE)threshold))) ? (type)(DST_MAX) : (type)(0))
#else
// The maximum; there is no threshold.
#define FINISHED(type, source, max_key) (max_key)
#endif

#if defined(TILE_ROWS)
#include "maximum_tiles.clh"
#elif defined(PAIR_ROWS)
#include "maximum_blocks.clh"
#elif defined(LANES)
#include "maximum_strips.clh"
#elif defined(K) || defined(ANY_K)
#include "maximum_lines.clh"
#elif PEAKS
#if SRC_CHANNELS == 4
#define IS_PEAK(found) ((found).x != 0 || (found).y != 0 || (found).z != 0)
#else
#define IS_PEAK(found) ((found) != 0)
#endif

// Few samples reach the threshold, and of those that do most meet a greater one soon: the rows next to the pixel come
// first, and the search ends with the row after which no channel can be a peak.
// The window always holds the edge sample that would repeat beyond the edge, so it may as well end there.
KERNEL void window_maximum_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius,
                                  float threshold) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const SRC_PIXEL pixel = src[y * width + x];
    DST_PIXEL found = FINISHED(DST_PIXEL, pixel, pixel); // of a window of one pixel
    SORT_KEY max_key = SORT_KEY_OF(pixel);
    // Rows y, y - 1, y + 1, y - 2 and so on.
    for (int n = 0; n <= 2 * radius && IS_PEAK(found); ++n) {
        const int row = y + (n % 2 ? -(n + 1) / 2 : n / 2);
        if (row < 0 || row >= height) continue;
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i)
            max_key = max(max_key, SORT_KEY_OF(src[row * width + i]));
        const SRC_PIXEL maximum = PIXEL_OF(max_key);
        found = FINISHED(DST_PIXEL, pixel, maximum);
    }
    dst[y * width + x] = WITH_ALPHA_OF(pixel, found);
}
#else
// The window always holds the edge sample that would repeat beyond the edge, so it may as well end there.
KERNEL void window_maximum_direct(global const SRC_PIXEL* src, global DST_PIXEL* dst, int width, int height, int radius,
                                  float threshold) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    SORT_KEY max_key = 0;
    for (int j = max(y - radius, 0); j <= min(y + radius, height - 1); ++j)
        for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i)
            max_key = max(max_key, SORT_KEY_OF(src[j * width + i]));
    dst[y * width + x] = WITH_ALPHA_OF(src[y * width + x], PIXEL_OF(max_key));
}
#endif
