// Gaussian blur for CPUs: a work-item blurs a strip that lies in local memory, its nearest cache, columns first
// (gaussian_strips.clh), in vectors of 16 samples. That is 2 k products for k taps a side, where the plain kernel has k
// x k for each pixel.
//
// Each workgroup is one work-item with the strip of strip_width x strip_height pixels at its place in the grid. It sums
// vectors of 16 samples in registers, and never writes the image between the two passes to memory. That is why it beats
// two_pass.cl on a CPU. The radius and the strip's size are arguments: the program stays the same while they change.
// `strip` is the local memory for it with its margins, `pitch` floats from line to line, and `blurred` has room for
// four such lines. weights holds 2 radius + 1 floats of sum 1.
#include "windows/gaussian_strips.clh"

KERNEL void gaussian_strips(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                            int height, int radius, int strip_width, int strip_height, int pitch, local float* strip,
                            local float* blurred) {
    const strip_t layout = {strip_width, strip_height, radius, pitch};
    blur_strip(layout, src, dst, weights, width, height, strip, blurred, 0.0f);
}
