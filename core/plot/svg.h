// A plot as SVG text.
#pragma once

#include <string>

#include "core/plot/plot_drawing.h"

namespace lightbench {

/// All layers in their places, nothing scrolled, on the ground's colour. Pixels are of 1/96 inch.
std::string svgOf(const PlotDrawing& drawing, const Colour& ground);

} // namespace lightbench
