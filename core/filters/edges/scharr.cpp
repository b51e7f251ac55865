// scharr: first derivatives with 3 x 3 windows, smoothed by 3, 10, 3.
#include "core/filters/edges/small_window.h"

namespace lightbench::filters {

Filter scharr() {
    Filter filter = gradientFilter("scharr", "Scharr", {3, 10});
    filter.summary =
        "Shows edges: the slope of the brightness, by Scharr's windows, which treat all directions almost alike.";
    filter.doc =
        "Derivatives of brightness by Scharr's windows: x = [-3 0 3; -10 0 10; -3 0 3], y its transpose. Their "
        "magnitude hardly depends on the direction of an edge. They are not normalised: a ramp of one step per pixel "
        "gives 32 steps (OpenCV's Scharr; Scharr 2000). Magnitudes are rounded once; they are never negative, so "
        "`sign` "
        "does not change them, and offset adds nothing. Each colour channel on its own; alpha stays.";
    return filter;
}

} // namespace lightbench::filters
