// unsharp_mask: adds to each sample what its blurred image lacks of it.
#include "bordered_runs.clh"

KERNEL void unsharp_mask_finish(global const SRC_PIXEL* src, global const float* blurred, global DST_PIXEL* dst,
                                int width, int height, float amount, float threshold) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const FLOATS own = TO_FLOATS(load_bordered(src, x, y, width, height));
    const FLOATS detail = own - load_floats(blurred, x, y, width);
    const FLOATS beyond = detail - clamp(detail, -threshold, threshold);
    store_bordered(TO_DST_AS(DST_SAMPLES, own + beyond * amount), src, dst, x, y, width);
}
