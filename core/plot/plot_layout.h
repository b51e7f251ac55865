// Lays a plot out: for a window, which may scroll it, or for paper, where it must tell all by itself.
#pragma once

#include "core/plot/plot.h"
#include "core/plot/plot_drawing.h"

namespace lightbench {

inline constexpr int paperWidth = 900;

/// Without title and notes, as wide and as high as the frame or more.
PlotDrawing layOut(const Plot& plot, const PlotFrame& frame);
/// The room for a drawing on paper.
PlotFrame paperFrame(double height);
/// A drawing of that room, or wider, with a title and notes above it.
PlotDrawing onPaper(PlotDrawing drawing, const std::string& title, const std::vector<std::string>& notes);
/// With title and notes, in pixels of 1/96 inch; paperWidth wide, or as its map takes. Nothing of it is scrolled.
PlotDrawing paperOf(const Plot& plot);

} // namespace lightbench
