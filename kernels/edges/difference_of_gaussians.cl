// difference_of_gaussians: of two blurred images, or with COLUMNS_FIRST of two blurs of its own, for GPUs. SIGNED: 0
// the absolute value, 1 half of full scale added, 2 cut off at 0 (floats as they are). HAS_GAIN: 0 for a gain
// of 1.
#include "common.clh"

#if SRC_IS_FLOAT
#define HALF_SCALE 0.5f
#else
#define HALF_SCALE ((SRC_MAX + 1) / 2.0f)
#endif
#if HAS_GAIN
#define WITH_GAIN(difference) ((difference) * (float)gain)
#else
#define WITH_GAIN(difference) (difference)
#endif
#if SIGNED == 0
#define FINISHED(difference) fabs(WITH_GAIN(difference))
#elif SIGNED == 1
#define FINISHED(difference) (WITH_GAIN(difference) + HALF_SCALE)
#else
#define FINISHED(difference) WITH_GAIN(difference)
#endif

#ifdef COLUMNS_FIRST
#include "gaussian_columns.clh"

// NARROW_RADIUS is of the first blur, WIDE_RADIUS of the second, whichever is the wider.
KERNEL void difference_of_gaussians_columns_first(global const SRC_PIXEL* src, global DST_PIXEL* dst,
                                                  constant float* narrow, constant float* wide, int width, int height,
                                                  int gain) {
    local float4 narrow_lines[ROWS * LINE], wide_lines[ROWS * LINE];
    const Block own = own_block(width);
    lay_blurred_columns(own, src, narrow, NARROW_RADIUS, width, height, narrow_lines);
    lay_blurred_columns(own, src, wide, WIDE_RADIUS, width, height, wide_lines);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own.helps) return;
    UNROLL_FOR (int p = 0; p < ROWS; ++p) {
        if (own.y + p >= height) continue;
        const FLOATS difference =
            BLURRED_ROW(narrow_lines, p, narrow, NARROW_RADIUS) - BLURRED_ROW(wide_lines, p, wide, WIDE_RADIUS);
        put_run(RUN_OF_FLOATS(FINISHED(difference)), src, dst, own.x, own.y + p, width);
    }
}
#else
#include "bordered_runs.clh"

KERNEL void difference_of_gaussians_finish(global const SRC_PIXEL* src, global const float* narrow,
                                           global const float* wide, global DST_PIXEL* dst, int width, int height,
                                           int gain) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const FLOATS difference = load_floats(narrow, x, y, width) - load_floats(wide, x, y, width);
    store_bordered(TO_DST_AS(DST_SAMPLES, FINISHED(difference)), src, dst, x, y, width);
}
#endif
