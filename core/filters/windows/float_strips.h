// Strips of samples that lie in local memory as floats: the host's side of kernels/windows/strips.clh. And strips with
// a few lines of samples in local memory, as kernels/windows/extreme_rows.clh has them.
#pragma once

#include "core/filter/filter.h"
#include "core/filter/plan.h"

namespace lightbench {

/// What a work-item, a workgroup of its own, makes of an image, and what lies in its local memory for that: those
/// pixels and `radius` more on every side.
struct FloatStrip {
    int width = 0, height = 0; ///< pixels
    int radius = 0;            ///< pixels
    std::size_t pitch = 0;     ///< floats from line to line, in local memory
    std::size_t bytes = 0;     ///< of all lines
};

/// 32 rows of `widest` pixels; narrower, but not below 64, where they would fill more than half of the local memory;
/// smaller still where with `spareLines` lines more they would not fit.
FloatStrip floatStrip(const PlanRequest& request, int radius, int widest, int spareLines);
/// Adds the arguments strip_width, strip_height, pitch and strip, the global size and the defines of strips.clh; none
/// of these depends on the strip, so that one program serves all of them.
void coverWithStrips(KernelPass& pass, const FloatStrip& strip, Size size);
/// Rows of a strip of which `tiles` lie side by side: about 64, fewer where not every core would have several, but
/// whole multiples of `step`.
int stripRows(const PlanRequest& request, int step, int tiles);
/// For kernels whose work-items walk down strips of `tile` pixels, each with so many lines in local memory, with
/// windows of k: adds the defines LANES, TILE and STREAM (1: all results are whole vectors in memory, and more than
/// caches can hold), the arguments rows (a multiple of `step`) and lines, and the global size.
void coverWithLines(KernelPass& pass, const PlanRequest& request, int tile, int lines, int k, int step);
/// What a device lacks for lines of strips, as Variant::missing says it.
std::string missingLineMemory(const DeviceInfo& device);
/// Single work-items.
WorkgroupRule stripWorkgroups();

} // namespace lightbench
