// Plots of core in the window's colours and font.
#pragma once

#include "core/plot/plot_drawing.h"

class QWidget;

namespace lightbench {

PlotPalette themePalette();
/// The widget's room, with its font.
PlotFrame plotFrame(const QWidget& widget);

} // namespace lightbench
