// Colours and font for plots of core/plot in the window. The experiment chart and the roofline chart use it.
#pragma once

#include "core/plot/plot_drawing.h"

class QWidget;

namespace lightbench {

PlotPalette themePalette();
/// A frame with the widget's size and font.
PlotFrame plotFrame(const QWidget& widget);

} // namespace lightbench
