// erode: the least sample of the window.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter erode() {
    return morphologyFilter("erode", "Erode", Morphology::Erode,
                            "The smallest sample of the window around each pixel (erosion).");
}

} // namespace lightbench::filters
