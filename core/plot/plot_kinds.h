// The layouts of the kinds of plots.
#pragma once

#include "core/plot/plot.h"
#include "core/plot/plot_drawing.h"

namespace lightbench {

void layOutBars(const Plot& plot, PlotPen& pen);
void layOutMap(const Plot& plot, PlotPen& pen);
void layOutCurves(const Plot& plot, PlotPen& pen);
void layOutCrossover(const Plot& plot, PlotPen& pen);

/// How a badge or a sign of that standing is coloured.
Colour standingColour(Standing standing, const PlotPalette& palette);
/// A bar from left to right of shades for 1 to `most`, with these words at its ends. Returns what is below it.
double drawShades(PlotPen& pen, const PlotSpot& corner, double width, const std::function<Colour(double)>& shade,
                  double most);

} // namespace lightbench
