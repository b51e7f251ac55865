// sobel: first derivatives with 3 x 3 windows, smoothed by 1, 2, 1.
#include "core/filters/edges/small_window.h"

namespace lightbench::filters {

Filter sobel() {
    Filter filter = gradientFilter("sobel", "Sobel", {1, 2});
    filter.summary = "Shows edges: the slope of the brightness, by Sobel's windows.";
    filter.doc =
        "Derivatives of brightness by Sobel's windows: x = [-1 0 1; -2 0 2; -1 0 1], y its transpose. They are not "
        "normalised: a ramp of one step per pixel gives 8 steps (OpenCV's Sobel with ksize 3; Sobel and Feldman 1968). "
        "Magnitudes are rounded once; they are never negative, so `sign` does not change them, and offset adds "
        "nothing. "
        "Each colour channel on its own; alpha stays.";
    return filter;
}

} // namespace lightbench::filters
