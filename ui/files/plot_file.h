// Plots by Qt's painter: on a widget, and as the files that papers take.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QStringList>

#include "core/plot/plot.h"
#include "core/plot/plot_drawing.h"

class QPainter;

namespace lightbench {

QColor colourOf(const Colour& colour);
/// The shapes of one layer, with the painter's font.
void paint(QPainter& painter, const PlotDrawing& drawing, PlotLayer layer);

/// The suffixes of files that hold plots, without dots.
QStringList plotSuffixes();
/// A drawing on paper (plot_layout.h) as a file of that suffix, one of plotSuffixes(): text as text in svg and pdf,
/// two dots to a pixel in png.
QByteArray plotFile(const PlotDrawing& paper, const QString& suffix);
QByteArray plotFile(const Plot& plot, const QString& suffix);

} // namespace lightbench
