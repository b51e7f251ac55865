// prewitt: first derivatives with 3 x 3 windows, smoothed by 1, 1, 1.
#include "core/filters/edges/small_window.h"

namespace lightbench::filters {

Filter prewitt() {
    Filter filter = gradientFilter("prewitt", "Prewitt", {1, 1});
    filter.summary = "Shows edges: the slope of the brightness, by Prewitt's windows, which weigh all rows alike.";
    filter.doc =
        "Derivatives of brightness by Prewitt's windows: x = [-1 0 1; -1 0 1; -1 0 1], y its transpose. They are not "
        "normalised: a ramp of one step per pixel gives 6 steps (SciPy's ndimage.prewitt; Prewitt 1970). Magnitudes "
        "are "
        "rounded once; they are never negative, so `sign` does not change them, and offset adds nothing. Each colour "
        "channel on its own; alpha stays.";
    return filter;
}

} // namespace lightbench::filters
