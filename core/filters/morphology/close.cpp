// close: dilation, then erosion, which removes small dark details.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter close() {
    return morphologyFilter("close", "Close", Morphology::Close,
                            "Removes dark details that are smaller than the window.",
                            "Closing: dilated, then eroded. Dark details that the window does not fit into are gone.");
}

} // namespace lightbench::filters
