// The files of --plot: SVG, and PNG and PDF that Qt paints. This is the only use of Qt in the command line; without Qt
// only SVG can be written.
#pragma once

#include <string>

#include "core/plot/plot_drawing.h"

namespace lightbench {

/// Checks the path of --plot, which may be empty. Throws Error(Usage) if the suffix is not that of a plot format.
/// PNG and PDF need Qt: a program that was built without it refuses them, too.
void checkPlotPath(const std::string& path);
/// Writes a drawing in paper colours. The suffix decides the file format.
void savePlot(const PlotDrawing& drawing, const std::string& path);

} // namespace lightbench
