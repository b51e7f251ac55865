// peaks, ended early: a work-item compares its pixel with its window as in the plain kernel, but nearest rows first. It
// stops when every channel has met a greater sample, which most pixels do within a few rows.
//
// The grid has a work-item for each pixel, with a square window of 2 radius + 1 pixels a side. The rows next to the
// pixel come first: y, y - 1, y + 1 and so on. Beyond the image the edge pixel would be repeated. Any window that
// reaches there holds that pixel already, so it is cut off at the edge instead. Keys are compared in place of samples
// (sort_keys.clh). The radius is an argument, so that one program serves every window. Defines: PEAKS, which is 1
// (result.clh).
#include "prelude/rounding.clh"
#include "prelude/sort_keys.clh"
#include "windows/window_maximum/result.clh"

INLINE bool has_peak(pixel_t result) {
#if SRC_CHANNELS == 4
    return result.x != 0 || result.y != 0 || result.z != 0;
#else
    return result != 0;
#endif
}

INLINE sort_key_t row_maximum(global const pixel_t* src, int x, int row, int radius, int width, sort_key_t found) {
    for (int i = max(x - radius, 0); i <= min(x + radius, width - 1); ++i)
        found = max(found, sort_key(src[row * width + i]));
    return found;
}

KERNEL void window_maximum_direct(global const pixel_t* src, global pixel_t* dst, int width, int height, int radius,
                                  float threshold) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const pixel_t source = src[y * width + x];
    pixel_t result = peak_or_maximum(source, source, threshold); // of a window of one pixel
    sort_key_t found = sort_key(source);
    // Rows y, y - 1, y + 1, y - 2 and so on.
    for (int n = 0; n <= 2 * radius && has_peak(result); ++n) {
        const int row = y + (n % 2 ? -(n + 1) / 2 : n / 2);
        if (row < 0 || row >= height) continue;
        found = row_maximum(src, x, row, radius, width, found);
        result = peak_or_maximum(source, pixel_of_key(found), threshold);
    }
    dst[y * width + x] = with_alpha_of(source, result);
}
