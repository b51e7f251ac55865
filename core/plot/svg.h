// Writes a drawing as SVG. The command line and the window's export use it.
#pragma once

#include <string>

#include "core/plot/plot_drawing.h"

namespace lightbench {

/// Draws all layers unscrolled on the background colour. A pixel is 1/96 inch.
std::string svgOf(const PlotDrawing& drawing, const Rgb& ground);

} // namespace lightbench
