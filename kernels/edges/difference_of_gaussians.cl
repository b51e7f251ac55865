// difference_of_gaussians: of two blurred images. SIGNED: 0 the absolute value, 1 half of full scale added, 2 cut off
// at 0 (floats as they are).
#include "bordered_runs.clh"

#if SRC_IS_FLOAT
#define HALF_SCALE 0.5f
#else
#define HALF_SCALE ((SRC_MAX + 1) / 2.0f)
#endif

KERNEL void difference_of_gaussians_finish(global const SRC_PIXEL* src, global const float* narrow,
                                           global const float* wide, global DST_PIXEL* dst, int width, int height) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    FLOATS value = load_floats(narrow, x, y, width) - load_floats(wide, x, y, width);
#if SIGNED == 0
    value = fabs(value);
#elif SIGNED == 1
    value += HALF_SCALE;
#endif
    store_bordered(TO_DST_AS(DST_SAMPLES, value), src, dst, x, y, width);
}
