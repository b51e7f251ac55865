// Window maxima and minima, variant "plain": each work-item looks at the K x K samples around its pixel.
//
// Beyond the edge the edge pixel would repeat. Its window holds it already, so the window ends at the edge. Keys are
// compared in place of samples; INVERTED_KEYS inverts them (prelude/sort_keys.clh). With PEAKS, a sample that equals
// its window's maximum and reaches the threshold becomes full scale, and 0 otherwise.
#include "prelude/rounding.clh"
#include "prelude/sort_keys.clh"

KERNEL void window_maximum_plain(global const pixel_t* src, global pixel_t* dst, int width, int height,
                                 float threshold) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    const pixel_t source = src[(size_t)y * width + x];
    sort_key_t found = sort_key(source);
    for (int j = max(y - K / 2, 0); j <= min(y + K / 2, height - 1); ++j)
        for (int i = max(x - K / 2, 0); i <= min(x + K / 2, width - 1); ++i)
            found = max(found, sort_key(src[(size_t)j * width + i]));
    pixel_t result = pixel_of_key(found);
    if (PEAKS)
        result = (source == result) & (source >= (pixel_t)((sample_t)threshold)) ? (pixel_t)(DST_MAX) : (pixel_t)(0);
    dst[(size_t)y * width + x] = with_alpha_of(source, result);
}
