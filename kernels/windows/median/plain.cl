// median, variant "plain": each work-item sorts the K x K samples around its pixel and takes the middle one.
//
// It sorts by insertion, in a private array, each colour channel on its own. Beyond the edge the edge pixel repeats.
// Keys have the order of samples (prelude/sort_keys.clh).
#include "prelude/rounding.clh"
#include "prelude/sort_keys.clh"

KERNEL void median_plain(global const pixel_t* src, global pixel_t* dst, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    sort_key_t sorted[K * K];
    int count = 0;
    for (int j = y - K / 2; j <= y + K / 2; ++j)
        for (int i = x - K / 2; i <= x + K / 2; ++i) {
            sort_key_t key = sort_key(src[(size_t)clamp(j, 0, height - 1) * width + clamp(i, 0, width - 1)]);
            for (int n = 0; n < count; ++n) { // `key` is what is carried on to the next place
                const sort_key_t smaller = min(key, sorted[n]);
                key = max(key, sorted[n]);
                sorted[n] = smaller;
            }
            sorted[count++] = key;
        }
    const size_t at = (size_t)y * width + x;
    dst[at] = with_alpha_of(src[at], pixel_of_key(sorted[K * K / 2]));
}
