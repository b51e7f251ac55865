// Lays out a plot for the window, which may scroll it, or for export, which also shows title and notes. The charts,
// exports and the command line call it.
#pragma once

#include "core/plot/plot.h"
#include "core/plot/plot_drawing.h"

namespace lightbench {

inline constexpr int exportWidth = 900;

/// Lays out a plot without title and notes; it may exceed the frame.
PlotDrawing layOut(const Plot& plot, const PlotFrame& frame);
/// The frame for an exported drawing.
PlotFrame exportFrame(double height);
/// Adds a title and notes above a drawing made for that frame.
PlotDrawing withTitleAndNotes(PlotDrawing drawing, const std::string& title, const std::vector<std::string>& notes);
/// Lays out a plot with title and notes, in pixels of 1/96 inch. It is exportWidth wide, or wider if a map needs it.
/// Nothing scrolls.
PlotDrawing exportLayout(const Plot& plot);

} // namespace lightbench
