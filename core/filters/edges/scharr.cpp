// scharr: first derivatives, smoothed across by 3, 10, 3.
#include "core/filters/edges/small_window.h"

namespace lightbench::filters {

Filter scharr() {
    Filter filter = gradientFilter("scharr", "Scharr", {3, 10});
    filter.doc = "Derivatives of brightness by Scharr's windows, whose magnitude hardly depends on the direction of an "
                 "edge: x = [-3 0 3; -10 0 10; -3 0 3], y its transpose, not normalised: a ramp of one step a pixel "
                 "gives 32 steps (OpenCV's Scharr; Scharr 2000). Magnitudes are rounded once. Each colour channel on "
                 "its own; alpha stays.";
    return filter;
}

} // namespace lightbench::filters
