// Plots as PNG and PDF. Qt paints them, and this is the only use of Qt in the command line; without Qt only SVG plots
// can be written. app/cli/files.cpp uses it for --plot.
#pragma once

#include <string>

#include "core/plot/plot_drawing.h"

namespace lightbench {

/// False if this program was built without Qt.
bool canRenderPlots();
/// Returns the bytes of a "png" or "pdf" file with the drawing. Call it only if canRenderPlots() is true.
std::string renderPlot(const PlotDrawing& paper, const std::string& suffix);

} // namespace lightbench
