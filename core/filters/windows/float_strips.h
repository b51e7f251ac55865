// Strips of samples in local memory, as floats (the host side of kernels/windows/float_strips.clh) or as a few lines of
// samples (kernels/windows/key_lines.clh). CPU variants of window filters use them; a workgroup is one work-item.
#pragma once

#include "core/framework/filter.h"
#include "core/framework/plan.h"

namespace lightbench {

/// The part of an image that one single-item workgroup computes, and the local memory for it: those pixels and `radius`
/// more on every side.
struct FloatStrip {
    int width = 0, height = 0; ///< pixels
    int radius = 0;            ///< pixels
    std::size_t pitch = 0;     ///< floats from line to line in local memory
    std::size_t bytes = 0;     ///< for all lines
};

/// A strip of 32 rows and `widest` pixels. It is narrower, down to 64, if it would fill more than half of the local
/// memory. It is smaller still if it would not fit with `spareLines` more lines.
FloatStrip floatStrip(const PlanRequest& request, int radius, int widest, int spareLines);
/// Adds the arguments strip_width, strip_height, pitch and strip, the global size, and the defines of float_strips.clh.
/// No define depends on the strip, so one program serves all.
void coverWithStrips(KernelPass& pass, const FloatStrip& strip, Size size);
/// The rows per strip if `tiles` strips are side by side: about 64, fewer if not every core would get several, always a
/// multiple of `step`.
int stripRows(const PlanRequest& request, int step, int tiles);
/// For kernels whose work-items walk down strips of `tile` pixels with `lines` lines in local memory and windows of k.
/// Adds the defines LANES, TILE, LINES, LINE_PIXELS and STREAMING_STORES, the arguments strip_rows (a multiple of
/// `step`) and lines, and the global size. STREAMING_STORES is 1 if results are whole vectors and exceed the caches.
void coverWithLines(KernelPass& pass, const PlanRequest& request, int tile, int lines, int k, int step);
/// The requirement that a device lacks for lines of strips, in the form of Variant::missing.
std::string missingLineMemory(const DeviceInfo& device);
/// Single-item workgroups only.
WorkgroupRule stripWorkgroups();

} // namespace lightbench
