// Paints plots of core/plot with Qt, on a widget or into a file. The charts, the exports and the command line's --plot
// use it.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QString>

#include <string>
#include <vector>

#include "core/plot/plot_drawing.h"

class QPainter;

namespace lightbench {

QColor colourOf(const Rgb& colour);
/// Paints the shapes of one layer, with the painter's font.
void paint(QPainter& painter, const PlotDrawing& drawing, PlotLayer layer);

/// The suffixes of plot files, without dots.
std::vector<std::string> plotSuffixes();
/// Returns a drawing in paper colours (plot_layout.h) as file bytes. `suffix` is one of plotSuffixes(). Text stays text
/// in svg and pdf; png has two dots for each pixel.
QByteArray plotFile(const PlotDrawing& paper, const QString& suffix);

} // namespace lightbench
