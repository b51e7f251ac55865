// Makes the seven filters of mathematical morphology, from erode to black-hat. They share window shapes, erosion and
// dilation steps, plans and the reference.
#pragma once

#include <string>

#include "core/framework/filter.h"

namespace lightbench {

/// The operation, built from erosion (minimum of the window) and dilation (maximum).
enum class Morphology {
    Erode,
    Dilate,
    Open,     ///< eroded, then dilated
    Close,    ///< dilated, then eroded
    Gradient, ///< dilated minus eroded
    TopHat,   ///< the image minus its opening
    BlackHat  ///< the closing minus the image
};

/// The filter for that operation, with the parameters `k` and `shape`, and `gain` for the hats. `what` is one sentence
/// on the result; a text shared by all of them follows.
Filter morphologyFilter(const std::string& id, const std::string& label, Morphology operation,
                        const std::string& summary, const std::string& what);

} // namespace lightbench
