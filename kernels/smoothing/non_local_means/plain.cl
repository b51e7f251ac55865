// Non-local means, variant "plain": each work-item compares the patch around its pixel with every patch of its search
// window.
//
// The result is the weighted mean of the search window's pixels (Buades, Coll and Morel 2005). The distance of a patch
// is the sum of the squared differences of its samples; for 16 bits, of the absolute ones. Shifted, it is an index of
// `weights`, whose entry `last` is 0. `patch` and `search` are half the sides of both windows. All numbers are whole.
#include "prelude/borders.clh"

INLINE global const sample_t* row_at(global const sample_t* src, int y, int width, int height) {
    return src + (size_t)border_index(y, height) * width * SRC_CHANNELS;
}

KERNEL void non_local_means_plain(global const sample_t* src, global sample_t* dst, global const int* weights,
                                  int patch, int search, int shift, int last, int width, int height) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height) return;
    ulong sums[COLOUR_CHANNELS] = {0}, total = 0;
    for (int v = y - search; v <= y + search; ++v)
        for (int u = x - search; u <= x + search; ++u) {
            int distance = 0;
            for (int j = -patch; j <= patch; ++j) {
                global const sample_t* const own = row_at(src, y + j, width, height);
                global const sample_t* const other = row_at(src, v + j, width, height);
                for (int i = -patch; i <= patch; ++i)
                    for (int c = 0; c < COLOUR_CHANNELS; ++c) {
                        const int difference = (int)own[border_index(x + i, width) * SRC_CHANNELS + c] -
                                               (int)other[border_index(u + i, width) * SRC_CHANNELS + c];
                        distance += SRC_TYPE_ID == U16 ? (int)abs(difference) : difference * difference;
                    }
            }
            const ulong weight = weights[min(distance >> shift, last)];
            global const sample_t* const pixel = row_at(src, v, width, height) + border_index(u, width) * SRC_CHANNELS;
            total += weight;
            for (int c = 0; c < COLOUR_CHANNELS; ++c) sums[c] += weight * pixel[c];
        }
    const size_t at = ((size_t)y * width + x) * SRC_CHANNELS;
    for (int c = 0; c < COLOUR_CHANNELS; ++c) dst[at + c] = (sums[c] + total / 2) / total;
    if (SRC_CHANNELS == 4) dst[at + 3] = src[at + 3];
}
