#include "ui/view/overlay.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "core/image/colours.h"
#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int chipPadX = 8, chipPadY = 4;
constexpr double smallestText = 7; ///< device pixels; smaller digits are unreadable

/// The image's pixels inside `clip`.
QRect visiblePixels(const Placement& placement, QSize image, const QRect& clip) {
    const QPointF first = placement.toImage(clip.topLeft());
    const QPointF last = placement.toImage(QPointF(clip.right() + 1, clip.bottom() + 1));
    const QRect pixels(QPoint(int(std::floor(first.x())), int(std::floor(first.y()))),
                       QPoint(int(std::ceil(last.x())) - 1, int(std::ceil(last.y())) - 1));
    return pixels & QRect(QPoint(0, 0), image);
}

QRectF cellOf(const Placement& placement, QPoint pixel) {
    return {placement.toDevice(pixel), placement.toDevice(pixel + QPoint(1, 1))};
}

/// Lines between tiles, unless they are closer than that many device pixels.
void drawGrid(QPainter& painter, const Placement& placement, QSize image, QSize tile, const QRect& clip,
              const QColor& colour, double minDistance) {
    const QRect pixels = visiblePixels(placement, image, clip);
    if (pixels.isEmpty()) return;
    const QRect inside = placement.bounds(image) & clip;
    const auto firstAfter = [](int at, int step) { return (at + step - 1) / step * step; };
    const auto onDevice = [](double at) { return int(std::ceil(at - 0.5)); };
    if (tile.width() * placement.scale >= minDistance)
        for (int x = firstAfter(pixels.left(), tile.width()); x <= pixels.right() + 1; x += tile.width())
            painter.fillRect(onDevice(placement.toDevice({double(x), 0}).x()), inside.top(), 1, inside.height(),
                             colour);
    if (tile.height() * placement.scale >= minDistance)
        for (int y = firstAfter(pixels.top(), tile.height()); y <= pixels.bottom() + 1; y += tile.height())
            painter.fillRect(inside.left(), onDevice(placement.toDevice({0, double(y)}).y()), inside.width(), 1,
                             colour);
}

/// The largest font with which these lines fit into a pixel.
QFont fontThatFits(const QFont& font, const QStringList& lines, double scale) {
    qsizetype longest = 1;
    for (const QString& line : lines)
        longest = std::max(longest, line.size());
    const double size =
        std::min({(scale - 4) / (0.64 * double(longest)), (scale - 2) / (1.2 * double(lines.size())), 20.0});
    QFont fitting(font);
    fitting.setPixelSize(std::max(1, int(size)));
    return fitting;
}

constexpr int rampWidth = 240, rampHeight = 8, legendPad = 8;

QColor rampColour(DifferenceStyle style, double t) {
    if (style == DifferenceStyle::FalseColour) {
        const Rgb colour = falseColour(t);
        return {colour.red, colour.green, colour.blue};
    }
    const int gray = style == DifferenceStyle::Mask ? (t < 0.5 ? 0 : 255) : qRound(t * 255);
    return {gray, gray, gray};
}

QString numberOf(double value, const Format& format) {
    if (format.type == SampleType::U32 || value >= 1e6) return QString::number(value, 'g', 3);
    const double size = value < 0 ? -value : value;
    const int decimals = size == 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 4;
    QString text = QString::number(size, 'f', decimals);
    while (text.contains('.') && (text.endsWith('0') || text.endsWith('.'))) {
        const bool point = text.endsWith('.');
        text.chop(1);
        if (point) break;
    }
    return value < 0 ? QStringLiteral("−") + text : text;
}

} // namespace

QSize chipSize(const QStringList& lines, const QFont& font) {
    const QFontMetrics metrics(font);
    int width = 0;
    for (const QString& line : lines)
        width = std::max(width, metrics.horizontalAdvance(line));
    return {width + 2 * chipPadX, int(lines.size()) * metrics.lineSpacing() + 2 * chipPadY};
}

void drawChip(QPainter& painter, const QRect& chip, const QStringList& lines, const QFont& font) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(12, 13, 15, 215));
    painter.drawRoundedRect(chip, 4, 4);
    painter.setFont(font);
    painter.setPen(QColor(240, 240, 240));
    const QFontMetrics metrics(font);
    int baseline = chip.top() + chipPadY + metrics.ascent();
    for (const QString& line : lines) {
        painter.drawText(chip.left() + chipPadX, baseline, line);
        baseline += metrics.lineSpacing();
    }
    painter.restore();
}

QString sampleText(double sample, const Format& format) {
    if (std::isnan(sample)) return QStringLiteral("NaN");
    if (std::isinf(sample)) return sample > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return format.isInteger() ? QString::number(qint64(sample)) : QString::number(sample, 'g', 4);
}

QString pixelText(const Image& image, QPoint pixel) {
    QStringList parts;
    for (int c = 0; c < image.format().colourChannels(); ++c)
        parts << sampleText(image.at(pixel.x(), pixel.y(), c), image.format());
    if (image.channels() == 4) {
        const double alpha = image.at(pixel.x(), pixel.y(), 3);
        if (alpha != image.format().fullScale()) parts << QStringLiteral("α ") + sampleText(alpha, image.format());
    }
    return parts.join(' ');
}

QStringList legendNumbers(const Legend& legend) {
    if (legend.style == DifferenceStyle::Mask)
        return {QCoreApplication::translate("Difference", "equal"),
                {},
                QCoreApplication::translate("Difference", "differs")};
    const double range = legend.format.fullScale() / legend.amplify;
    if (legend.style != DifferenceStyle::Signed)
        return {numberOf(0, legend.format), numberOf(range / 2, legend.format), numberOf(range, legend.format)};
    // Mid-gray 128 of 255 means no difference: 128 steps to black, 127 to white.
    return {numberOf(-range * 128 / 255, legend.format), numberOf(0, legend.format),
            QStringLiteral("+") + numberOf(range * 127 / 255, legend.format)};
}

QSize legendSize(const QFont& font) {
    const QFontMetrics metrics(font);
    return {rampWidth + 2 * legendPad, rampHeight + metrics.height() + 2 * legendPad + 2};
}

void drawLegend(QPainter& painter, const QRect& area, const Legend& legend, const QFont& font) {
    drawChip(painter, area, {}, font);
    const QRect ramp(area.left() + legendPad, area.top() + legendPad, area.width() - 2 * legendPad, rampHeight);
    for (int x = 0; x < ramp.width(); ++x)
        painter.fillRect(ramp.left() + x, ramp.top(), 1, rampHeight,
                         rampColour(legend.style, x / double(ramp.width() - 1)));
    painter.setPen(QColor(255, 255, 255, 60));
    painter.drawRect(ramp.adjusted(-1, -1, 0, 0));
    painter.setPen(QColor(225, 225, 225));
    painter.setFont(font);
    const QStringList numbers = legendNumbers(legend);
    const QRect text(ramp.left(), ramp.bottom() + 3, ramp.width(), QFontMetrics(font).height());
    painter.drawText(text, Qt::AlignLeft, numbers[0]);
    painter.drawText(text, Qt::AlignHCenter, numbers[1]);
    painter.drawText(text, Qt::AlignRight, numbers[2]);
}

void drawMarks(QPainter& painter, const Placement& placement, const std::vector<Point>& pixels, const QRect& clip) {
    constexpr int reach = 6;
    const QRect near = clip.adjusted(-reach, -reach, reach, reach);
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Point& pixel : pixels) {
        const QPointF centre = placement.toDevice({pixel.x + 0.5, pixel.y + 0.5});
        if (!near.contains(centre.toPoint())) continue;
        for (const auto& [colour, thickness] : {std::pair{QColor(0, 0, 0, 200), 3.5}, {QColor(255, 205, 60), 1.5}}) {
            painter.setPen(QPen(colour, thickness));
            painter.drawEllipse(centre, reach, reach);
        }
    }
    painter.restore();
}

void drawPixelGrid(QPainter& painter, const Placement& placement, QSize image, const QRect& clip) {
    drawGrid(painter, placement, image, {1, 1}, clip, QColor(128, 128, 128, 90), 0);
}

void drawTileGrid(QPainter& painter, const Placement& placement, QSize image, QSize tile, const QRect& clip) {
    drawGrid(painter, placement, image, tile, clip, QColor(90, 190, 255, 150), 12);
}

void drawPixelValues(QPainter& painter, const Placement& placement, QSize image, const QRect& clip, const QFont& font,
                     const std::function<QStringList(QPoint)>& values, const std::function<int(QPoint)>& lightness) {
    const QRect pixels = visiblePixels(placement, image, clip);
    QFont last(font);
    for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
        for (int x = pixels.left(); x <= pixels.right(); ++x) {
            const QStringList lines = values({x, y});
            const QFont fitting = fontThatFits(font, lines, placement.scale);
            if (fitting.pixelSize() < smallestText) continue;
            if (fitting != last) painter.setFont(last = fitting);
            painter.setPen(lightness({x, y}) > 127 ? QColor(0, 0, 0, 200) : QColor(255, 255, 255, 210));
            painter.drawText(cellOf(placement, {x, y}), Qt::AlignCenter, lines.join('\n'));
        }
    }
}

} // namespace lightbench
