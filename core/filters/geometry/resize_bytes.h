// A GPU variant of resize for gray 8-bit images, by products of bytes. It is the host side of
// kernels/geometry/resize/byte_products.cl.
#pragma once

#include "core/filters/geometry/resize_weights.h"
#include "core/framework/plan.h"

namespace lightbench {

/// The weights along both axes.
struct BothWeights {
    ResizeWeights across, down;
};

/// True if the fixed-point weights fit three bytes and their words fit the registers.
bool fitsInBytes(const ResizeWeights& table);
/// Sums by products of bytes. Between the passes words hold four rows, and rows are padded to whole quads of words.
Plan resizeBytesPlan(const PlanRequest& request, Size to, const BothWeights& weights);

} // namespace lightbench
