// What filters share whose output pixel follows from the input pixel alone (kernels/colour/pixel_runs.clh).
#pragma once

#include <string>

#include "core/filter/plan.h"

namespace lightbench {

/// RGBA of that size and type. Without an alpha of its own where the input is gray.
ImageShape colourShape(const ImageShape& input);

/// A pass of the kernel that makes an image of that shape by runs of four pixels, one a work-item, with src, dst and
/// pixels given. `operations`: for one pixel.
KernelPass pixelRunsPass(const PlanRequest& request, const ImageShape& output, std::string kernel, int operations);
/// The same, on GPUs by runs of as many pixels as have 16 bytes in the output, RGBA.
KernelPass wideRunsPass(const PlanRequest& request, const ImageShape& output, std::string kernel, int operations);
/// The same for CPUs: a work-item makes VECTORS times sixteen pixels, which a CPU's vectors take one channel of at a
/// time.
KernelPass pixelVectorsPass(const PlanRequest& request, const ImageShape& output, std::string kernel, int operations);

} // namespace lightbench
