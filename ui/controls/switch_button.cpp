#include "ui/controls/switch_button.h"

#include <QPainterPath>
#include <QStyleOptionToolButton>
#include <QStylePainter>

#include "ui/theme/theme.h"

namespace lightbench {

namespace {

constexpr int signSize = 14, signGap = 6;

void paintLamp(QPainter& painter, const QRectF& room, bool on) {
    painter.setPen(QPen(on ? theme().accent : theme().textDim, 1.4));
    painter.setBrush(on ? QBrush(theme().accent) : QBrush(Qt::NoBrush));
    painter.drawEllipse(room.adjusted(2.5, 2.5, -2.5, -2.5));
}

} // namespace

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

SwitchButton::SwitchButton(Sign sign, QWidget* parent) : QToolButton(parent), sign_(sign) {
    setToolButtonStyle(Qt::ToolButtonTextOnly);
}

QSize SwitchButton::sizeHint() const { return QToolButton::sizeHint() + QSize(signSize + signGap, 0); }

void SwitchButton::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const QString text = option.text;
    option.text.clear();
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
    const int wanted = signSize + signGap + fontMetrics().horizontalAdvance(text);
    const int left = std::max(4, (width() - wanted) / 2);
    const QRect sign(left, (height() - signSize) / 2, signSize, signSize);
    painter.setRenderHint(QPainter::Antialiasing);
    if (sign_ == Sign::Dot)
        paintLamp(painter, sign, isChecked());
    else
        paintTickBox(painter, sign, isChecked());
    painter.setPen(isEnabled() ? theme().text : theme().textDim);
    painter.drawText(rect().adjusted(sign.right() + 1 + signGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace lightbench
