// Plots as PNG and PDF, which Qt paints: the one thing for which the command line needs it.
#pragma once

#include <string>

#include "core/plot/plot_drawing.h"

namespace lightbench {

/// False if this program was built without Qt.
bool paintsPlots();
/// A drawing on paper as a file of that suffix, "png" or "pdf". Only where plots are painted.
std::string paintedPlot(const PlotDrawing& paper, const std::string& suffix);

} // namespace lightbench
