// Draws over the pixels: text chips, the legend of a difference, the pixel grid and pixel values. The view's painter
// and tools use it.
#pragma once

#include <QRect>
#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "core/compare/difference.h"
#include "ui/display/view_geometry.h"

class QFont;
class QPainter;

namespace lightbench {

/// The size of a chip with these lines.
QSize chipSize(const QStringList& lines, const QFont& font);
/// Draws a rounded dark label that is readable on any picture; logical pixels.
void drawChip(QPainter& painter, const QRect& chip, const QStringList& lines, const QFont& font);

/// Formats a value of this image format: "0", "255", "0.0039"; floats have four significant digits.
QString sampleText(double sample, const Format& format);
/// Formats all channels of a pixel, separated by spaces; alpha only if it is not opaque, as "α 128".
QString pixelText(const Image& image, QPoint pixel);

/// The scale of a difference picture: a ramp with numbers in the units of the image format.
struct Legend {
    DifferenceStyle style = DifferenceStyle::Absolute;
    double amplify = 1;
    Format format;
};
QSize legendSize(const QFont& font);
void drawLegend(QPainter& painter, const QRect& area, const Legend& legend, const QFont& font);
/// The numbers at the left, the middle and the right end of the ramp.
QStringList legendNumbers(const Legend& legend);

/// Draws rings around pixels, so that they are visible at any zoom; device pixels.
void drawMarks(QPainter& painter, const Placement& placement, const std::vector<Point>& pixels, const QRect& clip);
/// Draws lines between the pixels inside `clip`; device pixels.
void drawPixelGrid(QPainter& painter, const Placement& placement, QSize image, const QRect& clip);
/// Draws the edges of tiles of this size inside `clip`, starting at the image's corner. Draws nothing if the lines
/// would be too dense. Device pixels.
void drawTileGrid(QPainter& painter, const Placement& placement, QSize image, QSize tile, const QRect& clip);
/// Writes values(pixel), one line per channel, into each pixel inside `clip`. Text is dark on light and light on dark
/// by lightness(pixel) (0..255). Draws nothing if the text would be too small to read. Device pixels.
void drawPixelValues(QPainter& painter, const Placement& placement, QSize image, const QRect& clip, const QFont& font,
                     const std::function<QStringList(QPoint)>& values, const std::function<int(QPoint)>& lightness);

} // namespace lightbench
