// anisotropic_diffusion: samples flow to their neighbours, less where they differ more. Beyond the edge the edge sample
// repeats, so that nothing flows. RATIONAL: which of the two conductions of Perona and Malik.
#include "common.clh"
#include "bordered_runs.clh"

// The run that starts at (x, y), which may lie outside.
static inline FLOATS flow_run(global const float* plane, int x, int y, int width, int height) {
    global const float* row = plane + (size_t)clamp(y, 0, height - 1) * width * SRC_CHANNELS;
    if (x >= 0 && x + RUN <= width) return LOAD(row + x * SRC_CHANNELS);
    float run[LANES];
    for (int i = 0; i < LANES; ++i)
        run[i] = row[clamp(x + i / SRC_CHANNELS, 0, width - 1) * SRC_CHANNELS + i % SRC_CHANNELS];
    return LOAD(run);
}

// What a difference carries over. scale: 1 / kappa.
static inline FLOATS flow(FLOATS difference, float scale) {
    const FLOATS steps = difference * scale;
#if RATIONAL
    return difference / (1.0f + steps * steps);
#else
    return difference * exp(-(steps * steps));
#endif
}

KERNEL void anisotropic_diffusion_step(global const float* from, global float* to, int width, int height, float scale,
                                       float rate) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const FLOATS own = flow_run(from, x, y, width, height);
    const FLOATS up = flow(flow_run(from, x, y - 1, width, height) - own, scale);
    const FLOATS down = flow(flow_run(from, x, y + 1, width, height) - own, scale);
    const FLOATS left = flow(flow_run(from, x - 1, y, width, height) - own, scale);
    const FLOATS right = flow(flow_run(from, x + 1, y, width, height) - own, scale);
    const FLOATS next = own + ((up + down) + (left + right)) * rate;
    global float* out = to + ((size_t)y * width + x) * SRC_CHANNELS;
    if (x + RUN <= width) {
        STORE(next, out);
        return;
    }
    float run[LANES];
    STORE(next, run);
    for (int i = 0; i < (width - x) * SRC_CHANNELS; ++i) out[i] = run[i];
}

KERNEL void anisotropic_diffusion_finish(global const SRC_PIXEL* src, global const float* plane, global DST_PIXEL* dst,
                                         int width, int height) {
    const int x = (int)get_global_id(0) * RUN;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    store_bordered(TO_DST_AS(DST_SAMPLES, load_floats(plane, x, y, width)), src, dst, x, y, width);
}
