// Draws the legend of a difference picture.
#include <QCoreApplication>
#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

#include "core/image/colours.h"
#include "ui/theme/theme.h"
#include "ui/view/overlay.h"

namespace lightbench {

namespace {

constexpr int rampWidth = 240, rampHeight = 8, pad = 8;

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
    return {rampWidth + 2 * pad, rampHeight + metrics.height() + 2 * pad + 2};
}

void drawLegend(QPainter& painter, const QRect& area, const Legend& legend, const QFont& font) {
    drawChip(painter, area, {}, font);
    const QRect ramp(area.left() + pad, area.top() + pad, area.width() - 2 * pad, rampHeight);
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

} // namespace lightbench
