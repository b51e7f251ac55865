// The layout functions of the plot kinds, and helpers that they share. core/plot/plot_layout.cpp dispatches to them.
#pragma once

#include "core/plot/plot.h"
#include "core/plot/plot_drawing.h"

namespace lightbench {

void layOutBars(const Plot& plot, PlotPen& pen);
void layOutMap(const Plot& plot, PlotPen& pen);
void layOutCurves(const Plot& plot, PlotPen& pen);
void layOutCrossover(const Plot& plot, PlotPen& pen);

/// The colour of a badge or sign for this status.
Colour statusColour(MarkStatus status, const PlotPalette& palette);
/// Draws a colour bar from 1 to `maximum`, labelled with both values. Returns the y position below it.
double drawShades(PlotPen& pen, const PlotSpot& corner, double width, const std::function<Colour(double)>& shade,
                  double maximum);

} // namespace lightbench
