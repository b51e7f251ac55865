// unsharp-mask for CPUs: a work-item blurs a strip of the image in its cache, in vectors, and sharpens it at once. A
// blur of k taps a side costs 2 k products a pixel, where the plain kernel has k x k.
//
// A work-item, which is a workgroup of its own, makes a strip. It converts the strip to floats in local memory and
// blurs it there, as the variant "strips" of gaussian does (gaussian_strips.clh). Each segment of the blur becomes
// samples before it is stored. So the blur never becomes a plane in memory, which limits the variant "composed". The
// grid has a work-item for each strip.
#include "smoothing/unsharp_mask/sharpened.clh"

// The hook of gaussian_strips.clh; `arguments` are the amount and the threshold.
#define STRIP_RESULT(blurred, from, arguments) sharpened(load_16(from), blurred, arguments.x, arguments.y)
#include "windows/gaussian_strips.clh"

KERNEL void unsharp_mask_strips(global const pixel_t* src, global out_pixel_t* dst, constant float* weights, int width,
                                int height, int radius, int strip_width, int strip_height, int pitch,
                                local float* strip, local float* blurred, float amount, float threshold) {
    const strip_t cut = {strip_width, strip_height, radius, pitch};
    blur_strip(cut, src, dst, weights, width, height, strip, blurred, (float2)(amount, threshold));
}
