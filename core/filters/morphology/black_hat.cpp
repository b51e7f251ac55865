// black-hat: the closing minus the image, which leaves small dark details.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter black_hat() {
    return morphologyFilter("black-hat", "Black-hat", Morphology::BlackHat,
                            "Shows the dark details that are smaller than the window.",
                            "The closing minus the image: the dark details that the window does not fit into.");
}

} // namespace lightbench::filters
