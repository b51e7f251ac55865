// open: erosion, then dilation, which removes small bright details.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter open() {
    return morphologyFilter(
        "open", "Open", Morphology::Open, "Removes bright details that are smaller than the window.",
        "Opening: eroded, then dilated. Bright details that the window does not fit into are gone.");
}

} // namespace lightbench::filters
