// The GPU variants of local-maximum, peaks and squares of the morphology, which share the program
// kernels/windows/window_maximum.cl.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/filter/filter.h"

namespace lightbench {

/// What a filter makes of the maxima. Its parameter `k` is the window's side.
struct MaximumUse {
    bool peaks = false;   ///< full scale where a sample is the maximum and not below the threshold; else the maxima
    float threshold = 0;  ///< of peaks, in the sample's units
    bool minimum = false; ///< the order is turned over: minima
    bool range = false;   ///< the maxima less the minima; by extremeTilesPlan alone
};

/// All variants of a filter that says by `use` what it makes of the maxima; `direct` is the idea of the one that reads
/// the whole window.
std::vector<Variant> windowMaximumVariants(const std::string& direct,
                                           const std::function<MaximumUse(const PlanRequest&)>& use);

/// What is best of the variants.
ChoiceTable windowMaximumChoices();

} // namespace lightbench
