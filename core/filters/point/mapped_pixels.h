// The host side of kernels/colour/mapped_pixels.clh: plans passes that map pixel by pixel, all channels together, in
// segments of neighbouring pixels. The colour filters and grayscale use it.
#pragma once

#include "core/framework/plan.h"

namespace lightbench {

/// A pass with one work-item per segment of four pixels; it sets src, dst and pixels. `operations` are per pixel.
KernelPass pixelSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations);
/// The same, but on GPUs a segment has as many pixels as fill 16 bytes of RGBA output.
KernelPass wideSegmentsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations);
/// The same for CPUs: a work-item processes VECTORS times sixteen pixels, one channel per vector.
KernelPass pixelVectorsPass(const PlanRequest& request, const ImageShape& output, KernelName name, int operations);

} // namespace lightbench
