// What is drawn over the pixels: chips with text, the legend of a difference, the pixel grid and the sample values.
#pragma once

#include <QRect>
#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "core/image/difference.h"
#include "ui/view/view_geometry.h"

class QFont;
class QPainter;

namespace lightbench {

/// The size of a chip that holds these lines.
QSize chipSize(const QStringList& lines, const QFont& font);
/// A rounded dark label that can be read over any picture; logical pixels.
void drawChip(QPainter& painter, const QRect& chip, const QStringList& lines, const QFont& font);

/// "0", "255", "0.0039": a sample of this format, floats with four significant digits.
QString sampleText(double sample, const Format& format);
/// All channels of a pixel with spaces between; alpha only where it is not opaque, as "α 128".
QString pixelText(const Image& image, QPoint pixel);

/// The scale of a difference picture: a ramp with numbers, in the units of the samples.
struct Legend {
    DifferenceStyle style = DifferenceStyle::Absolute;
    double amplify = 1;
    Format format;
};
QSize legendSize(const QFont& font);
void drawLegend(QPainter& painter, const QRect& area, const Legend& legend, const QFont& font);
/// The numbers at the left, the middle and the right end of the ramp.
QStringList legendNumbers(const Legend& legend);

/// Rings around pixels that could be missed, whatever the zoom; device pixels.
void drawMarks(QPainter& painter, const Placement& placement, const std::vector<Point>& pixels, const QRect& clip);
/// Lines between the pixels inside `clip`; device pixels.
void drawPixelGrid(QPainter& painter, const Placement& placement, QSize image, const QRect& clip);
/// The edges of tiles of this size, from the image's corner on, inside `clip`; nothing where they would lie too dense
/// to be told apart. Device pixels.
void drawTileGrid(QPainter& painter, const Placement& placement, QSize image, QSize tile, const QRect& clip);
/// Writes values(pixel) (a line a channel) into each pixel inside `clip`, dark on light and light on dark by
/// lightness(pixel) (0..255). Draws nothing where the text would be too small to read. Device pixels.
void drawPixelValues(QPainter& painter, const Placement& placement, QSize image, const QRect& clip, const QFont& font,
                     const std::function<QStringList(QPoint)>& values, const std::function<int(QPoint)>& lightness);

} // namespace lightbench
