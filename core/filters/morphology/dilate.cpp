// dilate: the maximum of the window.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter dilate() {
    return morphologyFilter("dilate", "Dilate", Morphology::Dilate,
                            "Grows bright areas: each sample becomes the largest one of its window.",
                            "The largest sample of the window around each pixel (dilation).");
}

} // namespace lightbench::filters
