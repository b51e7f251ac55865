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
Rgb statusColour(MarkStatus status, const PlotPalette& palette);
/// The position of a ratio on a logarithmic scale from 1 to `maximum`, clamped to 0..1.
double shadeOf(double ratio, double maximum);
/// Draws a colour bar from 1 to `maximum`, labelled with both values. Returns the y position below it.
double drawShades(PlotPen& pen, const PlotSpot& corner, double width, const std::function<Rgb(double)>& shade,
                  double maximum);

} // namespace lightbench
