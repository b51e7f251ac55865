// morphology: extremes of windows of any symmetric form, and differences of what they give. In vectors of LANES
// neighbouring samples (key_runs.clh); MINIMUM: minima. Beyond the edge the edge pixel repeats, which is in every
// window that reaches there, so that it changes nothing.
#include "common.clh"

#ifdef TILE
#include "morphology_strips.clh"
#else
#include "key_runs.clh"
#include "gain.clh"

// halves: of each of the 2 radius + 1 rows, how far the window reaches to the left and right.
KERNEL void morphology_extreme(global const SRC_PIXEL* src, global DST_PIXEL* dst, constant int* halves, int width,
                               int height, int radius) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    KEYS found = load_keys(src, x, y, width, height);
    for (int j = -radius; j <= radius; ++j) {
        const int reach = halves[j + radius];
        for (int i = -reach; i <= reach; ++i) found = greatest(found, load_keys(src, x + i, y + j, width, height));
    }
    store_run(samples_of(found), src, dst, x, y, width);
}

static inline SRC_SAMPLES load_samples(global const SRC_PIXEL* src, int x, int y, int width) {
    global const SRC_PIXEL* row = src + (size_t)y * width;
    if (x + RUN <= width) return LOAD((global const SRC_TYPE*)(row + x));
    SRC_PIXEL run[RUN];
    for (int p = 0; p < RUN; ++p) run[p] = row[min(x + p, width - 1)];
    return LOAD((SRC_TYPE*)run);
}

// (greater - less) x gain, with the alpha of src.
KERNEL void morphology_difference(global const SRC_PIXEL* src, global const SRC_PIXEL* greater,
                                  global const SRC_PIXEL* less, global DST_PIXEL* dst, int width, int height,
                                  int gain) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const SRC_SAMPLES difference = load_samples(greater, x, y, width) - load_samples(less, x, y, width);
    store_run(with_gain(difference, gain), src, dst, x, y, width);
}
#endif
