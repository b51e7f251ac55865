// Draws box and tick with the theme's colours.
#include "ui/controls/tick_box.h"

#include <QPainter>
#include <QPainterPath>

#include "ui/theme/theme.h"

namespace lightbench {

void paintTickBox(QPainter& painter, const QRectF& area, bool on) {
    const Theme& t = theme();
    const QRectF box = area.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(on ? t.accent : t.textDim);
    painter.setBrush(on ? t.accent : t.field);
    painter.drawRoundedRect(box, 3, 3);
    if (!on) return;
    const auto at = [&box](double x, double y) { return box.topLeft() + QPointF(x * box.width(), y * box.height()); };
    QPainterPath tick(at(0.25, 0.54));
    tick.lineTo(at(0.45, 0.75));
    tick.lineTo(at(0.82, 0.32));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(t.onAccent, 1.7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(tick);
}

} // namespace lightbench
