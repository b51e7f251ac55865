// dilate: the greatest sample of the window.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter dilate() {
    return morphologyFilter("dilate", "Dilate", Morphology::Dilate,
                            "The largest sample of the window around each pixel (dilation).");
}

} // namespace lightbench::filters
