// morphological-gradient: dilation minus erosion.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter morphological_gradient() {
    return morphologyFilter("morphological-gradient", "Morphological gradient", Morphology::Gradient,
                            "Shows edges: the range of the samples in each window.",
                            "Dilated minus eroded: the range of the window, which is great at edges.");
}

} // namespace lightbench::filters
