// erode: the minimum of the window.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter erode() {
    return morphologyFilter("erode", "Erode", Morphology::Erode,
                            "Shrinks bright areas: each sample becomes the smallest one of its window.",
                            "The smallest sample of the window around each pixel (erosion).");
}

} // namespace lightbench::filters
