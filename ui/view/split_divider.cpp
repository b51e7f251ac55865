#include "ui/view/split_divider.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace lightbench {

SplitDivider::SplitDivider(QWidget* parent) : QAbstractSlider(parent) {
    setRange(0, steps);
    setValue(steps / 2);
    setSingleStep(10);
    setPageStep(100);
    setFixedSize(diameter + 4, diameter + 4);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("Divider between before and after"));
}

void SplitDivider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF circle(2, 2, diameter, diameter);
    painter.setPen(QPen(hasFocus() ? theme().accent : QColor(0, 0, 0, 90), hasFocus() ? 3 : 1));
    painter.setBrush(QColor(250, 250, 250));
    painter.drawEllipse(circle);
    painter.setPen(QPen(QColor(60, 60, 60), 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF c = circle.center();
    painter.drawLine(c - QPointF(6, 0), c + QPointF(6, 0));
    for (const int side : {-1, 1}) {
        const QPointF tip = c + QPointF(6.0 * side, 0);
        painter.drawLine(tip, tip + QPointF(-3.5 * side, -3.5));
        painter.drawLine(tip, tip + QPointF(-3.5 * side, 3.5));
    }
}

} // namespace lightbench
