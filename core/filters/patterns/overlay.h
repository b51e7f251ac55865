// Blends two-level test patterns over an image, for checkerboard and step-edges. kernels/patterns/overlay.clh is the
// device counterpart.
#pragma once

#include "core/filters/point/sample_variants.h"
#include "core/framework/colour_rows.h"

namespace lightbench {

/// A sample s becomes s keep + light or s keep + dark, in float; levels are in sample units, times the opacity.
struct Overlay {
    float keep = 0, dark = 0, light = 0;
};

/// The parameters opacity, dark and light are in percent.
inline Overlay overlayOf(const ParameterValues& parameters, Format format) {
    const double opacity = parameters.real("opacity") / 100, full = format.fullScale() / 100;
    return {float(1 - opacity), float(opacity * full * parameters.real("dark")),
            float(opacity * full * parameters.real("light"))};
}

inline void addOverlay(const PlanRequest& request, KernelPass& pass) {
    const Overlay overlay = overlayOf(request.parameters, request.input.format);
    addDivisor(pass, "width", request.input.size.width);
    addArguments(pass, {{"width", request.input.size.width},
                        {"keep", overlay.keep},
                        {"dark", overlay.dark},
                        {"light", overlay.light}});
}

inline std::vector<Parameter> overlayParameters() {
    return {realParameter("opacity", "Opacity", "%", 0, 100, 1, 50, "Opacity of the pattern; 100 hides the image."),
            realParameter("dark", "Dark", "%", 0, 100, 1, 0, "The dark level, in percent of full scale."),
            realParameter("light", "Light", "%", 0, 100, 1, 100, "The light level, in percent of full scale.")};
}

/// isLight(x, y) decides which level covers a pixel; alpha is copied.
template <class IsLight> Image overlayReference(const Image& input, const Overlay& overlay, IsLight isLight) {
    return mapColourRows(input, [&](auto zero, int y, const auto& fill) {
        using T = decltype(zero);
        const T* from = input.row<T>(y);
        fill([&](std::size_t i) {
            const float level = isLight(int(i) / input.channels(), y) ? overlay.light : overlay.dark;
            return storeSample<T>(float(from[i]) * overlay.keep + level);
        });
    });
}

} // namespace lightbench
