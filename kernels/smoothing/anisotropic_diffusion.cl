// anisotropic_diffusion: smooths within regions and keeps their edges (Perona and Malik 1990).
//
// In each step a sample moves towards its four neighbours, the less the more it differs from them. A first kernel makes
// a plane of floats. Each step is a launch of anisotropic_diffusion_step, from one plane to another. A last kernel
// rounds the plane to the output's samples. A work-item of a two-dimensional grid computes a segment of LANES samples
// as vectors, from five loads. Nothing is in local memory; neighbouring rows come from the cache. Beyond the edge the
// edge sample repeats, so that nothing flows there. RATIONAL tells which of the paper's two conductions is used, the
// rational one or the exponential one.
#include "prelude/bordered_segments.clh"
#include "prelude/segments.clh"

// The segment of a plane that begins at (x, y), which may be outside.
INLINE floats_t plane_segment(global const float* plane, int x, int y, int width, int height) {
    global const float* row = plane + (size_t)clamp(y, 0, height - 1) * width * SRC_CHANNELS;
    if (x >= 0 && x + SEGMENT_PIXELS <= width) return load_segment(row + x * SRC_CHANNELS);
    float segment[LANES];
    for (int i = 0; i < LANES; ++i)
        segment[i] = row[clamp(x + i / SRC_CHANNELS, 0, width - 1) * SRC_CHANNELS + i % SRC_CHANNELS];
    return load_segment(segment);
}

// The flow that a difference causes. `scale` is 1 / kappa.
INLINE floats_t flow(floats_t difference, float scale) {
    const floats_t steps = difference * scale;
    if (RATIONAL) return difference / (1.0f + steps * steps);
    return difference * exp(-(steps * steps));
}

// The samples as floats of the same values. Alpha is converted like a colour.
KERNEL void float_samples_of(global const pixel_t* src, global float* floats, int width, int height) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    store_floats(convert_floats(load_bordered(src, x, y, width, height)), floats, x, y, width);
}

KERNEL void anisotropic_diffusion_step(global const float* from, global float* to, int width, int height, float scale,
                                       float rate) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    const floats_t own = plane_segment(from, x, y, width, height);
    const floats_t up = flow(plane_segment(from, x, y - 1, width, height) - own, scale);
    const floats_t down = flow(plane_segment(from, x, y + 1, width, height) - own, scale);
    const floats_t left = flow(plane_segment(from, x - 1, y, width, height) - own, scale);
    const floats_t right = flow(plane_segment(from, x + 1, y, width, height) - own, scale);
    const floats_t next = own + ((up + down) + (left + right)) * rate;
    store_floats(next, to, x, y, width);
}

KERNEL void anisotropic_diffusion_finish(global const pixel_t* src, global const float* plane, global out_pixel_t* dst,
                                         int width, int height) {
    const int x = (int)get_global_id(0) * SEGMENT_PIXELS;
    const int y = get_global_id(1);
    if (x >= width || y >= height) return;
    store_inside(to_out_segment(load_floats(plane, x, y, width)), src, dst, x, y, width);
}
