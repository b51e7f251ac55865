// top-hat: the image minus its opening, which leaves small bright details.
#include "core/filters/morphology/morphology_filter.h"

namespace lightbench::filters {

Filter top_hat() {
    return morphologyFilter("top-hat", "Top-hat", Morphology::TopHat,
                            "Shows the bright details that are smaller than the window.",
                            "The image minus its opening: the bright details that the window does not fit into.");
}

} // namespace lightbench::filters
