// What the filters of mathematical morphology share: their forms of windows, their steps, and the plans of these.
#pragma once

#include <string>

#include "core/filter/filter.h"

namespace lightbench {

/// What is done with erosion (the least sample of the window) and dilation (the greatest).
enum class Morphology {
    Erode,
    Dilate,
    Open,     ///< eroded, then dilated
    Close,    ///< dilated, then eroded
    Gradient, ///< dilated minus eroded
    TopHat,   ///< the image minus its opening
    BlackHat  ///< the closing minus the image
};

/// The filter of that operation, with the parameters `k` and `shape`. `what` says in a sentence what it gives; the
/// text goes on with what all of them have in common.
Filter morphologyFilter(const std::string& id, const std::string& label, Morphology operation, const std::string& what);

} // namespace lightbench
