// The GPU variants for window maxima, shared by local-maximum, peaks and the morphology of squares. Each variant is
// a program of kernels/windows/window_maximum/.
#pragma once

#include <functional>
#include <vector>

#include "core/framework/filter.h"

namespace lightbench {

/// What a filter computes from the maxima. Its parameter `k` is the window's side.
struct MaximumOutput {
    bool peaks = false;   ///< full scale where a sample is the maximum and reaches the threshold; otherwise the maxima
    float threshold = 0;  ///< for peaks, in sample units
    bool minimum = false; ///< inverted order: minima
    bool range = false;   ///< maxima minus minima; only by extremeTilesPlan
};

using MaximumUse = std::function<MaximumOutput(const PlanRequest&)>;
/// All variants for a filter with this output.
std::vector<Variant> windowMaximumVariants(const MaximumUse& use);
/// The variant `direct` of peaks, which ends a pixel's search as soon as it can.
Variant directPeaksVariant(const MaximumUse& use);

/// The measured choices for these variants.
ChoiceTable windowMaximumChoices();

} // namespace lightbench
